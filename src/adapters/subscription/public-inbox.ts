import { DamagedCopy, Fault } from '../../fault.ts';
import type { Batch, Subscription } from '../../ports/subscription.ts';
import { hasEpoch, InboxEpoch, type InboxPlace, nameOf } from './inbox-epoch.ts';

const COMMITS_AT_ONCE = 500;

/** The newest epoch that was begun, and the commit that was read last in it. */
interface Progress {
  readonly epoch: number;
  readonly head: string | null;
}

/** What one look at an epoch found and no batch has brought yet. */
interface Pending extends Progress {
  readonly source: InboxEpoch;
  readonly commits: readonly string[];
}

/**
 * A public-inbox in format v2: one commit for each mail, its blob `m`; a blob `d` takes one back. A history that was
 * rewritten (a purge) is read from its start, and what is known by its bytes is not taken twice. When an epoch is read
 * to its end and the next one is there, it goes on in that. A long history is listed once and brought in batches.
 * Source: public-inbox-v2-format(5)
 */
export function publicInboxSubscription(name: string, list: string, place: InboxPlace): Subscription {
  let pending: Pending | null = null;
  return {
    name,
    list,
    async poll(cursor): Promise<Batch> {
      const before = progressOf(cursor);
      try {
        const found = isNext(pending, before) ? pending : await look(place, before);
        const batch = await batchOf(found, place);
        pending = batch.rest;
        return batch;
      } catch (error) {
        pending = null;
        if (error instanceof Fault && error.retry === 'never') throw error;
        throw failed(error, place);
      }
    },
  };
}

const DAMAGE = /corrupt|bad object|header for|unable to unpack|object file|packfile|cat-file/i;

/** A copy that is damaged stays so: it is taken away by hand, and made anew by the next poll. */
function failed(error: unknown, place: InboxPlace): Fault {
  const said = error instanceof Error ? error.message : String(error);
  if (!DAMAGE.test(said)) return new Fault(`${nameOf(place)}: ${said}`, 'later');
  const todo =
    'mirror' in place
      ? `remove ${place.mirror} and it is fetched again`
      : 'whoever keeps it has to fetch it again';
  return new DamagedCopy(`${nameOf(place)}: the copy is damaged, ${todo}: ${said}`);
}

/** Only where the cursor stands right before what is left: another process may have gone on meanwhile. */
function isNext(pending: Pending | null, { epoch, head }: Progress): pending is Pending {
  return pending !== null && pending.epoch === epoch && pending.head === head && pending.commits.length > 0;
}

async function look(place: InboxPlace, { epoch, head }: Progress): Promise<Pending> {
  const source = await InboxEpoch.open(place, epoch);
  const tip = await source.tip();
  return { epoch, head, source, commits: tip === null ? [] : await source.commitsAfter(head, tip) };
}

async function batchOf(
  { source, epoch, head, commits }: Pending,
  place: InboxPlace,
): Promise<Batch & { readonly rest: Pending }> {
  const taken = commits.slice(0, COMMITS_AT_ONCE);
  const rest = { source, epoch, head: taken.at(-1) ?? head, commits: commits.slice(COMMITS_AT_ONCE) };
  const isOver = taken.length === 0 && (await hasEpoch(place, epoch + 1));
  const next: Progress = isOver ? { epoch: epoch + 1, head: null } : { epoch, head: rest.head };
  return {
    arrivals: await source.arrivalsOf(taken),
    cursor: JSON.stringify(next),
    hasMore: rest.commits.length > 0 || isOver,
    rest,
  };
}

function progressOf(cursor: string | null): Progress {
  const known: unknown = cursor === null ? null : JSON.parse(cursor);
  if (typeof known !== 'object' || known === null || !('epoch' in known)) return { epoch: 0, head: null };
  return {
    epoch: Number(known.epoch),
    head: 'head' in known && known.head !== null ? String(known.head) : null,
  };
}
