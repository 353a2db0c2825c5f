import type { KeptProcess } from './kept-process.ts';

const SAMPLE_MS = 5_000;
const HOUR_MS = 3_600_000;
const SAMPLES_MIN = 12;

interface Sample {
  readonly pid: number;
  readonly atMs: number;
  readonly kilobytes: number;
}

/** How the memory of each process went while it lived. */
export class RssTrend {
  readonly #samples = new Map<string, Sample[]>();
  readonly #timer: NodeJS.Timeout;

  constructor(processes: readonly KeptProcess[]) {
    this.#timer = setInterval(() => {
      for (const one of processes) this.#sample(one);
    }, SAMPLE_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #sample({ name, pid, rssKilobytes: kilobytes }: KeptProcess): void {
    if (kilobytes === 0) return;
    const samples = this.#samples.get(name) ?? [];
    this.#samples.set(name, [...samples, { pid, atMs: performance.now(), kilobytes }]);
  }

  /** By least squares over the later half of the longest life of each; one that never lived long has none. */
  slopes(): readonly { readonly name: string; readonly megabytesPerHour: number }[] {
    return [...this.#samples].flatMap(([name, samples]) => {
      const lives = [...new Set(samples.map(({ pid }) => pid))].map((pid) =>
        samples.filter((sample) => sample.pid === pid),
      );
      const [longest = []] = lives.toSorted((a, b) => b.length - a.length);
      const later = longest.slice(Math.floor(longest.length / 2));
      return later.length < SAMPLES_MIN ? [] : [{ name, megabytesPerHour: Math.round(slope(later)) }];
    });
  }
}

function slope(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const hours = samples.map(({ atMs }) => atMs / HOUR_MS);
  const megabytes = samples.map(({ kilobytes }) => kilobytes / 1_024);
  const [middle, level] = [mean(hours), mean(megabytes)];
  const across = hours.map((hour, at) => (hour - middle) * ((megabytes[at] ?? 0) - level));
  const along = hours.map((hour) => (hour - middle) ** 2);
  return mean(across) / mean(along);
}
