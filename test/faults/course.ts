import type { Ground, ProcessOptions } from './ground.ts';
import { type Allowed, violations } from './invariants.ts';
import type { KeptProcess } from './kept-process.ts';
import { waitFor } from './wait.ts';

interface Course {
  readonly mails?: number;
  readonly comments?: number;
  /** The share of posts that have arrived when the fault comes. */
  readonly at?: number;
  readonly quietSeconds?: number;
  readonly allowed?: Allowed;
  readonly options?: ProcessOptions;
  /** How long it may take from the healing until no post is left to do; without it the row names no time. */
  readonly recoverySeconds?: number;
}

const MAILS = 25;
/** A process of the service writes no two comments to GitHub within three seconds: more of them only take their time. */
const COMMENTS = 10;
/** More than were in hand when the fault came. */
const POSTS = 5;

/** The usual course: posts are on their way, a fault comes and goes, and in the end every invariant holds. */
export async function course(
  ground: Ground,
  inject: (processes: readonly KeptProcess[]) => Promise<void> | void,
  how: Course = {},
): Promise<readonly string[]> {
  const {
    mails = MAILS,
    comments = COMMENTS,
    at = 0.25,
    quietSeconds = 150,
    allowed = {},
    options = {},
  } = how;
  await ground.plan(mails, comments);
  await ground.startPages(options);
  const processes = ground.startAll(options);
  await ground.untilTaken(at);
  ground.noteDescriptors();
  await inject(processes);
  const seconds = await secondsUntilDone(ground, quietSeconds);
  const isLate = seconds > (how.recoverySeconds ?? Number.POSITIVE_INFINITY);
  const late = isLate ? [`it took ${seconds.toFixed(0)} s until no post was left to do`] : [];
  return [...late, ...violations(await ground.facts(), allowed)];
}

/** How long after the healing no post was left to do; when posts left again is told beside it. */
async function secondsUntilDone(ground: Ground, quietSeconds: number): Promise<number> {
  const [healed, before] = [performance.now(), ground.taken.length];
  const since = () => (performance.now() - healed) / 1_000;
  const isOver = () => ground.taken.length >= Math.min(before + POSTS, ground.keys.length);
  await waitFor('posts', quietSeconds, isOver).catch(() => {});
  const first = since();
  await ground.quiet(quietSeconds);
  const all = since();
  ground.notes.push(
    `posts left again after ${first.toFixed(0)} s, none was left to do after ${all.toFixed(0)} s`,
  );
  return all;
}
