import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Lived } from './invariants.ts';

export interface KeptOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Started again whenever it ends. */
  readonly isKept?: boolean;
}

const LOG_CHARACTERS_MAX = 40_000_000;

/** A process of the service that is started again when it dies, and whose life is written down. */
export class KeptProcess {
  readonly #options: KeptOptions;
  #child: ChildProcess | null = null;
  #log = '';
  #ownDeaths = 0;
  #rssMegabytesMax = 0;
  #descriptorsAtFirst: number | null = null;
  #isEnding = false;
  #killed = 0;
  exitCode: number | null = null;

  constructor(options: KeptOptions) {
    this.#options = options;
    this.#start();
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get log(): string {
    return this.#log;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  #start(): void {
    const { command, env, isKept = true } = this.#options;
    const [program = '', ...args] = command;
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...env } });
    this.#child = child;
    child.stderr?.on('data', (piece: Buffer) => {
      this.#log = `${this.#log}${piece.toString()}`.slice(-LOG_CHARACTERS_MAX);
    });
    child.once('exit', (code) => {
      this.exitCode = code;
      if (this.#killed > 0) this.#killed -= 1;
      else if (!this.#isEnding) this.#ownDeaths += 1;
      if (isKept && !this.#isEnding) this.#start();
    });
  }

  /** A death that is our doing and does not count as its own. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.measure();
    if (!this.isRunning) return;
    this.#killed += 1;
    this.#child?.kill(signal);
  }

  /** It is about to die by our doing, though not by a signal of ours. */
  expectDeath(): void {
    this.measure();
    this.#killed += 1;
  }

  /** A signal that is not meant to end it. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  measure(): void {
    this.#rssMegabytesMax = Math.max(this.#rssMegabytesMax, Math.round(this.#kilobytes('VmHWM') / 1_024));
  }

  /** What it has in memory now; 0 when it is gone. */
  get rssKilobytes(): number {
    return this.#kilobytes('VmRSS');
  }

  #kilobytes(what: 'VmHWM' | 'VmRSS'): number {
    try {
      const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
      return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    } catch {
      // It is gone already.
      return 0;
    }
  }

  /** How long it was ready to run and had no processor, all its life. */
  get waitedMs(): number {
    try {
      const [, waitedNs] = readFileSync(`/proc/${this.pid}/schedstat`, 'utf8').split(' ');
      return Number(waitedNs) / 1e6;
    } catch {
      return 0;
    }
  }

  /** How many files it has open; null when it is gone. */
  get descriptors(): number | null {
    try {
      return readdirSync(`/proc/${this.pid}/fd`).length;
    } catch {
      return null;
    }
  }

  /** With this as its limit it can open nothing more: what is open above it stays, what is free below it does not count. */
  get descriptorsFull(): number | null {
    try {
      const open = new Set(readdirSync(`/proc/${this.pid}/fd`).map(Number));
      for (let free = 0; ; free++) if (!open.has(free)) return free;
    } catch {
      return null;
    }
  }

  /** It is at work, and nothing was done to it yet: what it has open at the end is held against this. */
  noteDescriptors(): void {
    this.#descriptorsAtFirst ??= this.descriptors;
  }

  /** Ends it for good. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.measure();
    this.#isEnding = true;
    if (!this.isRunning) return;
    const gone = new Promise((resolve) => this.#child?.once('exit', resolve));
    this.#child?.kill(signal);
    await gone;
  }

  life(): Lived {
    this.measure();
    const [before, now] = [this.#descriptorsAtFirst, this.descriptors];
    return {
      ...{ name: this.name, ownDeaths: this.#ownDeaths, rssMegabytesMax: this.#rssMegabytesMax },
      ...{ log: this.#log, descriptorsMore: before === null || now === null ? 0 : now - before },
    };
  }
}
