/** A level, as its handler sees it: it looks at the causes once, and what comes later interrupts again. */
export class LevelInterrupt {
  readonly #assert: () => void;
  #isAsserted = false;
  #isSent = false;

  constructor(assert: () => void) {
    this.#assert = assert;
  }

  raise(): void {
    if (this.#isAsserted) return;
    this.#isAsserted = true;
    this.#assert();
  }

  /** An IN request has gone out. */
  sent(): void {
    this.#isSent = true;
    this.raise();
  }

  takeSent(): boolean {
    const isSent = this.#isSent;
    this.#isSent = false;
    return isSent;
  }

  /** The end of interrupt is written. */
  end(isPending: boolean): void {
    this.#isAsserted = false;
    if (isPending || this.#isSent) this.raise();
  }
}
