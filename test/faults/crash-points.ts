/** Counts the calls of ports, before and after each, and does what is asked at one of them: the 7th, or "claim after". */
export class CrashPoints {
  #point = 0;
  #isStruck = false;
  readonly #at: string;
  readonly #strike: () => void;

  constructor(at: string, strike: () => void) {
    this.#at = at;
    this.#strike = strike;
  }

  get passed(): number {
    return this.#point;
  }

  #step(what: string): void {
    this.#point += 1;
    if (this.#isStruck || (this.#at !== String(this.#point) && this.#at !== what)) return;
    this.#isStruck = true;
    this.#strike();
  }

  /** The same port, whose every call is two points. */
  on<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          this.#step(`${String(name)} before`);
          const result: unknown = await Reflect.apply(value, target, args);
          this.#step(`${String(name)} after`);
          return result;
        };
      },
    });
  }
}
