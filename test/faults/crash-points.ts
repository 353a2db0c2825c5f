/** Counts the calls of ports, before and after each, and does what is asked at one of them. */
export class CrashPoints {
  #point = 0;
  readonly #at: number;
  readonly #strike: () => void;

  constructor(at: number, strike: () => void) {
    this.#at = at;
    this.#strike = strike;
  }

  get passed(): number {
    return this.#point;
  }

  #step(): void {
    this.#point += 1;
    if (this.#point === this.#at) this.#strike();
  }

  /** The same port, whose every call is two points. */
  on<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          this.#step();
          const result: unknown = await Reflect.apply(value, target, args);
          this.#step();
          return result;
        };
      },
    });
  }
}
