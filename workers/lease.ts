import { Fault } from '../src/fault.ts';
import type { Lease } from '../src/ports/receiver.ts';

/**
 * Half of a claim is for beginning to write, the other half for the write to end: nobody takes a claim over before all of
 * it has gone by. By a clock that nobody can set, and that goes on while the process sleeps.
 */
export function leaseOf(claimSeconds: number): Lease {
  const untilMs = performance.now() + (claimSeconds * 1_000) / 2;
  return {
    check() {
      if (performance.now() > untilMs) throw new Fault('the claim is too old to begin to send', 'later');
    },
  };
}
