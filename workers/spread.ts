import type { Helpers, OfferedShare } from '../src/adapters/pool/helpers.ts';
import { exactText, readPlayed } from '../src/adapters/pool/share-text.ts';
import type { PlayedPart, ReplayPart } from '../src/replay/replay-claim.ts';
import { shareKey } from '../src/service/job-keys.ts';
import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';

type SpreadPorts = Pick<WorkerPorts, 'store' | 'queue' | 'clock' | 'service' | 'playsAs'>;

interface Open {
  readonly parts: readonly ReplayPart[];
  settle(played: readonly PlayedPart[] | null): void;
  isPublished: boolean;
  /** Its owner has time for it. */
  isWanted: boolean;
  /** When it was first seen that somebody plays it, by a clock that nobody can set. */
  takenMs: number | null;
}

const REFUSED: OfferedShare = { played: Promise.resolve(null), takeBack: async () => false };

/**
 * Offers parts of one evaluation to all workers of the queue. Whatever goes wrong with a share, a store that is away, a
 * worker that died or gave nonsense, gives null: then its owner plays it.
 */
export class Spreading implements Helpers {
  readonly #ports: SpreadPorts;
  readonly #assume: Readonly<Record<string, number>>;
  readonly #open = new Map<string, Open>();
  readonly #keys: string[] = [];
  readonly #turns: NodeJS.Timeout;

  /** @param assume  the costs that the evaluation stands on */
  constructor(assume: Readonly<Record<string, number>>, ports: SpreadPorts) {
    this.#assume = assume;
    this.#ports = ports;
    const lookMs = ports.service.limits.spread.lookSeconds * 1_000;
    this.#turns = setInterval(() => void this.#look().catch(() => {}), lookMs);
  }

  offer(parts: readonly ReplayPart[]): OfferedShare {
    const body = exactText({ assume: this.#assume, parts });
    if (body === null) return REFUSED;
    const key = shareKey(this.#ports.playsAs, body);
    if (this.#open.has(key)) return REFUSED;
    const played = new Promise<readonly PlayedPart[] | null>((resolve) => {
      const settle = (given: readonly PlayedPart[] | null) => {
        this.#open.delete(key);
        resolve(given);
      };
      this.#open.set(key, { parts, settle, isPublished: false, isWanted: false, takenMs: null });
    });
    this.#keys.push(key);
    void this.#publish(key, body).catch(() => this.#open.get(key)?.settle(null));
    return { played, takeBack: () => this.#takeBack(key) };
  }

  /** Nobody needs the rest any more. */
  async close(): Promise<void> {
    clearInterval(this.#turns);
    for (const { settle } of [...this.#open.values()]) settle(null);
    await this.#ports.store.dropShares(this.#keys).catch(() => {});
  }

  async #publish(key: string, body: string): Promise<void> {
    const { store, queue, clock } = this.#ports;
    await store.offerShare({ key, body }, clock());
    const open = this.#open.get(key);
    if (open === undefined) return store.dropShares([key]);
    open.isPublished = true;
    const task = { queue: 'evaluate', key } as const;
    await queue.forget(task);
    await queue.add(task);
  }

  async #takeBack(key: string): Promise<boolean> {
    const open = this.#open.get(key);
    if (open === undefined) return false;
    open.isWanted = true;
    // A store that is away has nobody else who plays.
    const isBack = await this.#ports.store.takeBackShare(key).catch(() => true);
    if (isBack) open.settle(null);
    return isBack;
  }

  async #look(): Promise<void> {
    const published = [...this.#open].filter(([, { isPublished }]) => isPublished);
    const rows = await this.#ports.store.listShares(published.map(([key]) => key));
    for (const [key, open] of published) {
      const row = rows.find((one) => one.key === key);
      if (row === undefined) open.settle(null);
      else if (row.played !== null) this.#settlePlayed(key, open, row.played);
      else if (row.isTaken) this.#giveUpLate(key, open);
      // Nobody had it yet, or somebody let it go, after its owner asked.
      else if (open.isWanted) await this.#takeBack(key);
    }
  }

  #settlePlayed(key: string, { parts, settle }: Open, text: string): void {
    const played = readPlayed(text, parts);
    log(played === null ? 'share came back malformed' : 'share came back', { key, parts: parts.length });
    settle(played);
  }

  #giveUpLate(key: string, open: Open): void {
    open.takenMs ??= performance.now();
    if (performance.now() - open.takenMs < this.#ports.service.limits.spread.takenSeconds * 1_000) return;
    log('share did not come back', { key, parts: open.parts.length });
    open.settle(null);
    // Whoever still plays it hears so.
    void this.#ports.store.dropShares([key]).catch(() => {});
  }
}
