import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GithubServer } from '../support/github-server.ts';
import type { Taken } from './invariants.ts';

/** What stands between us and GitHub may do to a write. The first word says what becomes of the write itself. */
export type GateMode =
  | 'ok'
  | 'done-502'
  | 'done-reset'
  | 'done-hang'
  | 'done-half-an-answer'
  | 'refused-403'
  | 'refused-401'
  | 'refused-422'
  | 'lost-reset';

export const RETRY_AFTER_SECONDS = 3;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** A GitHub behind a gateway that misbehaves, on the loopback. It writes down which comments were made. */
export class GithubGate {
  readonly taken: Taken[] = [];
  /** When a write came in, whatever became of it. */
  readonly writesMs: number[] = [];
  /** How many tokens of an installation were asked for. */
  tokensAsked = 0;
  mode: GateMode = 'ok';
  readonly #github = new GithubServer({ head: '', title: '', body: '', login: 'ada', patches: '' });
  readonly #gate: Server;
  #behind = '';

  constructor() {
    this.#gate = createServer((asked, answer) => {
      void this.#pass(asked, answer).catch(() => asked.socket.destroy());
    });
  }

  async start(): Promise<void> {
    this.#behind = await this.#github.start();
    await new Promise<void>((resolve) => this.#gate.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#gate.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#gate.closeAllConnections();
    await new Promise((resolve) => this.#gate.close(resolve));
    await this.#github.stop();
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of asked) pieces.push(Buffer.from(piece));
    const body = Buffer.concat(pieces).toString();
    const isToken = asked.url?.endsWith('/access_tokens') === true;
    if (isToken) this.tokensAsked += 1;
    const isWrite = asked.method !== 'GET' && asked.url !== '/graphql' && !isToken;
    if (isWrite) this.writesMs.push(Date.now());
    // A token that is refused is so for reading as well; how an app gets another one is not asked with it.
    const isByToken = !isToken && asked.url?.endsWith('/installation') !== true;
    const isMeant = isWrite || (this.mode === 'refused-401' && isByToken);
    const [fate, how] = isMeant ? split(this.mode) : ['ok', ''];
    if (fate === 'refused') return refuse(answer, Number(how));
    if (fate === 'lost') return void asked.socket.destroy();
    const { status, text } = await this.#forward(asked, body);
    if (isWrite && asked.method === 'POST') this.#keep(body);
    if (how === 'hang') return;
    if (how === 'reset') return void asked.socket.destroy();
    if (how === '502') return void answer.writeHead(502, JSON_TYPE).end('{"message":"Bad Gateway"}');
    const said = how === 'half-an-answer' ? text.slice(0, text.length / 2) : text;
    answer.writeHead(status, JSON_TYPE).end(said);
  }

  async #forward({ method = 'GET', url = '/', headers }: IncomingMessage, body: string) {
    const { accept = '*/*' } = headers;
    const sent = method === 'GET' ? {} : { body };
    const got = await fetch(`${this.#behind}${url}`, { method, headers: { accept }, ...sent });
    return { status: got.status, text: await got.text() };
  }

  #keep(body: string): void {
    const said: unknown = JSON.parse(body);
    const text = typeof said === 'object' && said !== null && 'body' in said ? String(said.body) : '';
    const key = /^<!-- giveback:v1 key=(\S+) /.exec(text)?.[1] ?? 'none';
    this.taken.push({ key, sha256: createHash('sha256').update(text).digest('hex'), atMs: Date.now() });
  }
}

function split(mode: GateMode): [fate: string, how: string] {
  const at = mode.indexOf('-');
  return at < 0 ? [mode, ''] : [mode.slice(0, at), mode.slice(at + 1)];
}

function refuse(answer: ServerResponse, status: number): void {
  const wait = status === 403 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {};
  const message = status === 403 ? 'You have exceeded a secondary rate limit' : 'no';
  answer.writeHead(status, { ...JSON_TYPE, ...wait }).end(JSON.stringify({ message }));
}
