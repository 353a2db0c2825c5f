import type { KeptProcess } from './kept-process.ts';
import { waitFor } from './wait.ts';

const OPEN_SECONDS = 60;
/** How long the pages may take to tell that something is away, and that it is back. */
const AWAY_SECONDS = 10;
const BACK_SECONDS = 30;

/** The process with the pages, asked how the service is. */
export class Pages {
  readonly #process: KeptProcess;

  constructor(process: KeptProcess) {
    this.#process = process;
  }

  async opened(): Promise<this> {
    await waitFor('the pages', OPEN_SECONDS, async () => (await this.#status('/readyz')) === 200);
    return this;
  }

  /** I7 @throws Error when the service still says that it is ready, or no longer that it lives */
  async tellAway(): Promise<void> {
    await waitFor('I7 readyz 503', AWAY_SECONDS, async () => (await this.#status('/readyz')) === 503);
    await this.#tellLife();
  }

  /** I7 @throws Error when the service does not say that it is ready again */
  async tellBack(): Promise<void> {
    await waitFor('I7 readyz 200', BACK_SECONDS, async () => (await this.#status('/readyz')) === 200);
    await this.#tellLife();
  }

  async #tellLife(): Promise<void> {
    const status = await this.#status('/livez');
    if (status !== 200) throw new Error(`I7 livez is ${status}`);
  }

  async #status(path: string): Promise<number> {
    const url = /"url":"(http:[^"]+)"/.exec(this.#process.log)?.[1];
    if (url === undefined) return 0;
    return fetch(`${url}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  }
}
