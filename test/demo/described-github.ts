import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GithubDescription } from '../support/github-description.ts';
import { type FakeRequest, GithubServer } from '../support/github-server.ts';

/** A GitHub of our own that holds every request against the description which GitHub publishes. */
export class DescribedGithub {
  readonly hub: GithubServer;
  readonly violations: string[] = [];
  checked = 0;
  #inner = '';
  readonly #description = new GithubDescription();
  readonly #server: Server;

  constructor(request: FakeRequest) {
    this.hub = new GithubServer(request);
    this.#server = createServer((asked, response) => void this.#pass(asked, response));
  }

  async start(): Promise<string> {
    this.#inner = await this.hub.start();
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.hub.stop();
  }

  async #pass(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of asked) pieces.push(Buffer.from(piece));
    const body = Buffer.concat(pieces);
    const { pathname: path, searchParams: query } = new URL(asked.url ?? '/', 'http://x');
    const read: unknown = body.length === 0 ? undefined : JSON.parse(body.toString());
    this.violations.push(
      ...this.#description.violations({ method: asked.method ?? '', path, query, body: read }),
    );
    this.checked += 1;
    const { accept = '', 'content-type': type = 'application/json' } = asked.headers;
    const sent = body.length === 0 ? {} : { body };
    const answer = await fetch(`${this.#inner}${asked.url}`, {
      ...{ method: asked.method ?? 'GET', headers: { accept, 'content-type': type } },
      ...sent,
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}

/** Tells the service of an event as GitHub does: signed over its very bytes. Gives the answer's status. */
export async function deliver(port: number, secret: string, event: string, payload: object): Promise<number> {
  const body = JSON.stringify(payload);
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = {
    'content-type': 'application/json',
    'x-github-event': event,
    'x-github-delivery': crypto.randomUUID(),
    'x-hub-signature-256': signature,
  };
  return (await fetch(`http://127.0.0.1:${port}/github`, { method: 'POST', headers, body })).status;
}
