import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotRun } from './scenario.ts';

/** A wall clock that can be moved under a process that runs. */
export class ClockShim {
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;

  /** @throws NotRun where there is no C compiler */
  constructor(home: string) {
    this.#file = join(home, 'clk.off');
    const library = join(home, 'clk.so');
    const source = join(import.meta.dirname, 'shims/clk.c');
    const built = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
    if (built.status !== 0) throw new NotRun('gcc is not installed: the clock can not be moved');
    this.env = { LD_PRELOAD: library, CLK_OFF: this.#file };
    this.move(0);
  }

  move(seconds: number): void {
    writeFileSync(this.#file, String(seconds));
  }
}
