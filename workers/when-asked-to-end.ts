/** A terminal that is closed asks too. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

let asked: (() => void) | null = null;

/**
 * What this process does when it is asked to end, once or again; it takes the place of what it would have done before.
 * It listens once and never lets go: a signal that came while the process was busy, and is not yet told, goes with the
 * listener that is taken away, and nobody would hear of it.
 */
export function whenAskedToEnd(work: () => void): void {
  if (asked === null) for (const signal of SIGNALS) process.on(signal, () => asked?.());
  asked = work;
}
