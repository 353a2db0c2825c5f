import { Agent, get } from 'node:http';
import type { KeptProcess } from './kept-process.ts';
import { waitFor } from './wait.ts';

const OPEN_SECONDS = 120;
/** How long the pages may take to tell that something is away, and that it is back. */
const AWAY_SECONDS = 10;
const BACK_SECONDS = 30;
const LOOK_MS = 500;
const ANSWER_MS = 10_000;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The process with the pages, asked how the service is: all the time whether it lives, and whether it is ready. */
export class Pages {
  /** What was answered where it should have been that it lives. */
  readonly notLive: string[] = [];
  readonly process: KeptProcess;
  /** One connection, held for good: it is there before files can no longer be opened. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #looking: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(process: KeptProcess) {
    this.process = process;
  }

  async opened(): Promise<this> {
    await waitFor('the pages', OPEN_SECONDS, async () => (await this.ask('/readyz')).status === 200);
    this.#looking = setInterval(() => void this.#look(), LOOK_MS);
    return this;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#agent.destroy();
  }

  async #look(): Promise<void> {
    if ((await this.ask('/livez')).status === 200) return;
    // As a monitor does: a busy machine may let one connection go by.
    const { status, text } = await this.ask('/livez');
    // A look that was under way when we end the process ourselves is broken off by that.
    if (status === 200 || this.#isClosed || !this.process.isRunning) return;
    this.notLive.push(`${new Date().toISOString()} ${status} ${text}`);
  }

  /** I7 @throws Error when the service does not say that this part of it fails */
  tellAway(part: string, seconds = AWAY_SECONDS): Promise<void> {
    return this.#told('I7 readyz 503', seconds, ({ status, text }) => {
      return status === 503 && text.includes(`fails ${part}`);
    });
  }

  /** I7 @throws Error when the service does not say that it is ready again */
  tellBack(): Promise<void> {
    return this.#told('I7 readyz 200', BACK_SECONDS, ({ status }) => status === 200);
  }

  async #told(what: string, seconds: number, isWanted: (answer: Answer) => boolean): Promise<void> {
    let said = '';
    const isSo = async () => {
      const answer = await this.ask('/readyz');
      said = answer.text;
      return isWanted(answer);
    };
    await waitFor(what, seconds, isSo).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${said.replaceAll('\n', ', ')}`);
    });
  }

  /** The status 0 stands for no answer at all. */
  ask(path: string): Promise<Answer> {
    const url = [...this.process.log.matchAll(/"url":"(http:[^"]+)"/g)].at(-1)?.[1];
    if (url === undefined) return Promise.resolve({ status: 0, text: 'no address yet' });
    return new Promise((resolve) => {
      const asked = get(`${url}${path}`, { agent: this.#agent, timeout: ANSWER_MS }, (answer) => {
        let text = '';
        answer.on('data', (piece: Buffer) => {
          text += piece.toString();
        });
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.once('error', (error) => resolve({ status: 0, text: error.message }));
      });
      asked.once('timeout', () => asked.destroy(new Error('no answer')));
      // A connection that the server had just let go of is no answer: it is asked once more over a new one.
      asked.once('error', (error) =>
        resolve(asked.reusedSocket && isReset(error) ? this.ask(path) : { status: 0, text: error.message }),
      );
    });
  }
}

const isReset = (error: Error): boolean => 'code' in error && error.code === 'ECONNRESET';
