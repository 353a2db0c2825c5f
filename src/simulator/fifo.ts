/** What came first goes first. A ring that grows while it is full, and otherwise allocates nothing. */
export class Fifo<T> {
  /** As many as a power of two; none before the first is put in. */
  #ring: (T | null)[] = [];
  #head = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The one that goes next; null when there is none. */
  get first(): T | null {
    return this.#length > 0 ? (this.#ring[this.#head] ?? null) : null;
  }

  push(item: T): void {
    if (this.#length === this.#ring.length) this.#grow();
    this.#ring[(this.#head + this.#length) & (this.#ring.length - 1)] = item;
    this.#length += 1;
  }

  /** Takes the first one out; null when there is none. */
  shift(): T | null {
    if (this.#length === 0) return null;
    const item = this.#ring[this.#head] ?? null;
    this.#ring[this.#head] = null;
    this.#head = (this.#head + 1) & (this.#ring.length - 1);
    this.#length -= 1;
    return item;
  }

  /** Everything moves behind what the other one has. */
  moveTo(other: Fifo<T>): void {
    for (let item = this.shift(); item !== null; item = this.shift()) other.push(item);
  }

  #grow(): void {
    const inOrder = [...this.#ring.slice(this.#head), ...this.#ring.slice(0, this.#head)];
    const more = Math.max(SMALLEST, inOrder.length);
    this.#ring = [...inOrder, ...Array.from({ length: more }, () => null)];
    this.#head = 0;
  }
}

const SMALLEST = 4;
