import type { Ground, ProcessOptions } from './ground.ts';
import { type Allowed, violations } from './invariants.ts';
import type { KeptProcess } from './kept-process.ts';

interface Course {
  readonly mails?: number;
  readonly comments?: number;
  /** The share of posts that have arrived when the fault comes. */
  readonly at?: number;
  readonly quietSeconds?: number;
  readonly allowed?: Allowed;
  readonly options?: ProcessOptions;
}

/** The usual course: posts are on their way, a fault comes and goes, and in the end every invariant holds. */
export async function course(
  ground: Ground,
  inject: (processes: readonly KeptProcess[]) => Promise<void> | void,
  { mails = 25, comments = 25, at = 0.25, quietSeconds = 150, allowed = {}, options = {} }: Course = {},
): Promise<readonly string[]> {
  await ground.plan(mails, comments);
  const processes = ground.startAll(options);
  await ground.untilTaken(at);
  await inject(processes);
  await ground.quiet(quietSeconds);
  return violations(await ground.facts(), allowed);
}
