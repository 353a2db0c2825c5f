/** Counts what comes out of a run. */
export class Tally {
  submitted = 0;
  urbs = 0;
  completionNs = 0;
  lost = 0;
  items = 0;
  bytes = 0;
  latenciesNs: number[] = [];
  copiedBytes = 0;
  copyNs = 0;
  /** What each probe beside a bulk flow took. */
  probesNs: number[] = [];
  /** Told of each piece of work after it was counted. */
  onProgress: () => void = () => {};

  reset(): void {
    this.submitted = 0;
    this.urbs = 0;
    this.completionNs = 0;
    this.lost = 0;
    this.items = 0;
    this.bytes = 0;
    this.latenciesNs = [];
    this.copiedBytes = 0;
    this.copyNs = 0;
    this.probesNs = [];
  }

  /** One URB was given back: time spent in complete(), and time since it crossed the bus. */
  completed(cpuNs: number, latencyNs: number): void {
    this.urbs += 1;
    this.completionNs += cpuNs;
    this.latenciesNs.push(latencyNs);
  }

  /** Payload was copied out of a transfer buffer. */
  copied(bytes: number, ns: number): void {
    this.copiedBytes += bytes;
    this.copyNs += ns;
  }

  /** Work finished: a command, a network frame, a picture. */
  progress(bytes: number, items: number): void {
    this.bytes += bytes;
    this.items += items;
    this.onProgress();
  }
}
