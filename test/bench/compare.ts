/** What takes wall time; one that gives back a number has measured itself, and says so in seconds. */
type Work = (() => void | Promise<void>) | (() => number | Promise<number>);

/** One piece of work and the peer that does something comparable on the same machine, in the same minute. */
export interface Bench {
  readonly name: string;
  readonly run: Work;
  readonly peer: { readonly name: string; readonly run: Work };
  /** What the ratio to the peer is to stay under; null where nothing was promised. */
  readonly targetRatio: number | null;
  /** Lets go of what is held open between the rounds. */
  readonly close?: () => void;
}

export interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly peer: string;
  readonly peerSeconds: number;
  readonly targetRatio: number | null;
}

async function secondsOf(work: Work): Promise<number> {
  const started = performance.now();
  const own: unknown = await work();
  return typeof own === 'number' ? own : (performance.now() - started) / 1000;
}

/**
 * Processor time of `work`, in seconds, with what its garbage took: a reader that leaves much to collect, or works in
 * other threads, is charged for it, and one that merely waits is not.
 * @param times  how often it is done, to be measured over a span like that of its slower peer; the time is that of one
 */
export async function cpuSecondsOf(work: () => void | Promise<void>, times = 1): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / times;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/**
 * Medians of interleaved rounds, in wall seconds or in what the work says it took: work and peer take turns, so that a busy machine is busy for both.
 * The first turn of each warms the caches and is not counted.
 */
export async function compare(bench: Bench, rounds: number): Promise<Row> {
  const own: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    own.push(await secondsOf(bench.run));
    peer.push(await secondsOf(bench.peer.run));
  }
  return {
    name: bench.name,
    seconds: median(own.slice(1)),
    peer: bench.peer.name,
    peerSeconds: median(peer.slice(1)),
    targetRatio: bench.targetRatio,
  };
}
