/** A terminal that is closed asks too. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** What this process does when it is asked to end, once or again; it takes the place of what it would have done before. */
export function whenAskedToEnd(work: () => void): void {
  for (const signal of SIGNALS) process.removeAllListeners(signal).on(signal, work);
}
