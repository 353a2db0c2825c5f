import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inbox } from '../../support/inbox.ts';
import { EAGER, IDENTITY, LIST } from '../eager-settings.ts';
import type { Ground } from '../ground.ts';
import type { KeptProcess } from '../kept-process.ts';
import type { Scenario } from '../scenario.ts';
import { sleep, waitFor } from '../wait.ts';

/** For a process that begins on a busy machine. */
const START_SECONDS = 120;
const SEEN_SECONDS = 60;
/** Looks at the archive that fail before it is back. */
const LOOKS = 4;
/** New mail is not there twice after so many looks more. */
const LOOKS_AFTER_MS = 5_000;

const mail = (id: number) =>
  `From: ada@bulk.example\nMessage-ID: <${id}@bulk.example>\nSubject: ${id}\n\nhello\n`;

export const upstreamAway: Scenario = {
  id: 'F27',
  fault: 'the archive is away for a while, and new mail comes meanwhile',
  async run(ground) {
    await ground.prepare();
    const folder = join(ground.home, 'list');
    const list = new Inbox(folder);
    list.add(0, mail(1));
    follow(ground, list);
    const follower = ground.start('in', ['ingest']);
    await waitFor('the first mail', START_SECONDS, async () => (await documentsIn(ground)) === 1);
    renameSync(folder, `${folder}-away`);
    await waitFor('looks that fail', SEEN_SECONDS, () => pausesOf(follower).length >= LOOKS);
    const pauses = pausesOf(follower);
    renameSync(`${folder}-away`, folder);
    for (const id of [2, 3]) list.add(0, mail(id));
    await waitFor(
      'the mails that came meanwhile',
      SEEN_SECONDS,
      async () => (await documentsIn(ground)) === 3,
    );
    await sleep(LOOKS_AFTER_MS);
    const count = await documentsIn(ground);
    const { ownDeaths } = follower.life();
    return [
      ...longerEachTime(pauses),
      ...(count === 3 ? [] : [`the store has ${count} documents, not 3`]),
      ...(ownDeaths === 0 ? [] : [`the follower ended ${ownDeaths} times`]),
    ];
  },
};

function follow({ data }: Ground, { url }: Inbox): void {
  const subscriptions = [{ kind: 'public-inbox', url }];
  const lists = { [LIST]: { stage: 'shadow', address: 'usb@lists.example', subscriptions } };
  writeFileSync(join(data, 'lists.json'), JSON.stringify({ identity: IDENTITY, lists }));
}

/** Seconds from each look that failed to the next. */
function pausesOf({ log }: KeptProcess): readonly number[] {
  return [...log.matchAll(/"againInSeconds":([\d.]+)/g)].map(([, seconds]) => Number(seconds));
}

function longerEachTime(pauses: readonly number[]): readonly string[] {
  const { pollSeconds, pollSecondsMax } = EAGER;
  const expected = pauses.map((_, at) => Math.min(pollSeconds * 2 ** (at + 1), pollSecondsMax));
  return expected.join() === pauses.join() ? [] : [`it waited ${pauses} s between looks, not ${expected}`];
}

async function documentsIn({ store }: Ground): Promise<number> {
  const states = Object.entries(await store.countStates());
  return states.reduce((sum, [name, count]) => (name.startsWith('document ') ? sum + count : sum), 0);
}
