import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GithubDescription } from './github-description.ts';

export interface FakeRequest {
  head: string;
  title: string;
  body: string;
  login: string;
  patches: string;
}

interface Comment {
  readonly id: number;
  readonly created_at: string;
  readonly issue_url: string;
  body: string;
  readonly user: { readonly login: string };
}

interface Check {
  readonly id: number;
  readonly head_sha: string;
  readonly external_id: string;
  output: { summary: string; title: string };
  status: string;
  conclusion?: string;
}

type Routes = readonly (readonly [method: string, path: RegExp, handle: (call: Call) => unknown])[];

interface Call {
  readonly parts: readonly string[];
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly query: URLSearchParams;
  readonly accept: string;
  readonly response: ServerResponse;
}

/**
 * A server of ours that answers as GitHub's REST API does for what the service asks: the same paths, shapes, pages,
 * limits and errors. `breakAfter` makes it do what it is asked and then answer 502, as a gateway does.
 */
export class GithubServer {
  readonly comments: Comment[] = [];
  readonly checks: Check[] = [];
  readonly reactions: string[] = [];
  readonly writers = new Set<string>();
  readonly admins = new Set<string>();
  readonly seen: string[] = [];
  readonly authorizations = new Set<string>();
  /** What of the checks that were written is not as GitHub's description says. */
  readonly violations: string[] = [];
  breakAfter = 0;
  /** .github/giveback.yml of the default branch; another branch has none here. */
  file: string | null = null;
  request: FakeRequest;
  #server: Server;
  #ids = 100;

  constructor(request: FakeRequest) {
    this.request = request;
    this.#server = createServer((asked, response) => {
      void this.#answer(asked, response);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  say(login: string, body: string): Comment {
    const comment = {
      ...{ id: ++this.#ids, body, user: { login }, created_at: new Date().toISOString() },
      issue_url: 'https://api.github.example/repos/owner/usb/issues/7',
    };
    this.comments.push(comment);
    return comment;
  }

  readonly #routes: Routes = [
    ['GET', /^\/repos\/[^/]+\/[^/]+\/pulls$/, () => [{ number: 7, updated_at: new Date().toISOString() }]],
    ['GET', /^\/repos\/[^/]+\/[^/]+\/issues\/comments$/, (call) => this.#list(call)],
    ['GET', /^\/repos\/[^/]+\/[^/]+\/issues\/7$/, () => this.#issue()],
    ['GET', /^\/repos\/([^/]+\/[^/]+)\/pulls\/(\d+)$/, (call) => this.#pull(call)],
    ['GET', /^\/repos\/[^/]+\/[^/]+\/collaborators\/([^/]+)\/permission$/, (call) => this.#permission(call)],
    ['POST', /^\/repos\/[^/]+\/[^/]+\/issues\/comments\/(\d+)\/reactions$/, (call) => this.#react(call)],
    ['GET', /^\/repos\/[^/]+\/[^/]+\/issues\/\d+\/comments$/, (call) => this.#list(call)],
    ['POST', /^\/repos\/[^/]+\/[^/]+\/issues\/\d+\/comments$/, ({ body }) => this.#comment(body)],
    ['PATCH', /^\/repos\/[^/]+\/[^/]+\/issues\/comments\/(\d+)$/, (call) => this.#edit(call)],
    ['GET', /^\/repos\/[^/]+\/[^/]+\/commits\/([^/]+)\/check-runs$/, (call) => this.#checksOf(call)],
    ['POST', /^\/repos\/[^/]+\/[^/]+\/check-runs$/, (call) => this.#check(call, null)],
    [
      'PATCH',
      /^\/repos\/[^/]+\/[^/]+\/check-runs\/(\d+)$/,
      (call) => this.#check(call, Number(call.parts[0])),
    ],
    [
      'GET',
      /^\/repos\/[^/]+\/[^/]+\/contents\/\.github(?:\/|%2F)giveback\.yml$/,
      (call) => this.#content(call),
    ],
    ['GET', /^\/repos\/[^/]+\/[^/]+\/installation$/, () => ({ id: 5 })],
    ['POST', /^\/app\/installations\/5\/access_tokens$/, () => this.#token()],
    ['POST', /^\/graphql$/, () => ({ data: { viewer: { login: 'giveback[bot]' } } })],
  ];

  async #answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of asked) pieces.push(piece);
    const url = new URL(asked.url ?? '/', 'http://x');
    this.seen.push(`${asked.method} ${url.pathname}`);
    this.authorizations.add(String(asked.headers.authorization ?? '').slice(0, 40));
    const text = Buffer.concat(pieces).toString();
    const body = text === '' ? {} : JSON.parse(text);
    for (const [method, path, handle] of this.#routes) {
      const parts = method === asked.method ? path.exec(url.pathname) : null;
      if (parts === null) continue;
      const call = {
        parts: parts.slice(1),
        path: url.pathname,
        body,
        query: url.searchParams,
        accept: asked.headers.accept ?? '',
        response,
      };
      return this.#send(response, asked.method ?? '', handle(call));
    }
    response.writeHead(404, JSON_TYPE).end('{"message":"Not Found"}');
  }

  #send(response: ServerResponse, method: string, result: unknown): void {
    if (response.writableEnded) return;
    if (method !== 'GET' && this.breakAfter > 0) {
      this.breakAfter -= 1;
      response.writeHead(502, JSON_TYPE).end('{"message":"Bad Gateway"}');
      return;
    }
    response.writeHead(method === 'POST' ? 201 : 200, JSON_TYPE).end(JSON.stringify(result));
  }

  /** As an app gets one: for an hour. */
  #token(): unknown {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    return { token: 'ghs_of_the_installation', expires_at, permissions: { checks: 'write' } };
  }

  #pull({ parts, accept, response }: Call): unknown {
    const { head, title, body, login, patches } = this.request;
    if (accept.includes('patch')) {
      response.writeHead(200, { 'content-type': 'application/vnd.github.patch; charset=utf-8' }).end(patches);
      return null;
    }
    const number = Number(parts[1]);
    const commits = patches.split('\nSubject: ').length - 1;
    const created_at = '2024-03-01T10:00:00Z';
    const html_url = `https://github.example/${parts[0]}/pull/${number}`;
    return { number, title, body, commits, created_at, html_url, user: { login }, head: { sha: head } };
  }

  #content({ query, response }: Call): unknown {
    const isThere = this.file !== null && !query.has('ref');
    const type = { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' };
    if (isThere) response.writeHead(200, type).end(this.file);
    else response.writeHead(404, JSON_TYPE).end('{"message":"Not Found"}');
    return null;
  }

  #issue(): unknown {
    return { number: 7, user: { login: this.request.login }, pull_request: {} };
  }

  #permission({ parts }: Call): unknown {
    const login = parts[0] ?? '';
    if (this.admins.has(login)) return { permission: 'admin', role_name: 'admin' };
    const permission = this.writers.has(login) ? 'write' : 'read';
    return { permission, role_name: permission };
  }

  #react({ parts, body }: Call): unknown {
    this.reactions.push(`${parts[0]} ${body['content']}`);
    return { id: 1, content: body['content'] };
  }

  #list({ query }: Call): unknown {
    const size = Number(query.get('per_page') ?? 30);
    const page = Number(query.get('page') ?? 1);
    return this.comments.slice((page - 1) * size, page * size);
  }

  #comment(body: Record<string, unknown>): unknown {
    const text = String(body['body']);
    return this.say('giveback[bot]', text);
  }

  #edit({ parts, body }: Call): unknown {
    const comment = this.comments.find(({ id }) => id === Number(parts[0]));
    if (comment !== undefined) comment.body = String(body['body']);
    return comment;
  }

  #checksOf({ parts }: Call): unknown {
    const runs = this.checks.filter(({ head_sha }) => head_sha === parts[0]);
    return { total_count: runs.length, check_runs: runs };
  }

  #check({ body, path }: Call, id: number | null): unknown {
    const method = id === null ? 'POST' : 'PATCH';
    this.violations.push(...described().violations({ method, path, query: new URLSearchParams(), body }));
    const known = this.checks.find((check) => check.id === id);
    if (known !== undefined) return Object.assign(known, body);
    const check = { ...body, id: ++this.#ids } as Check;
    this.checks.push(check);
    return check;
  }
}

let description: GithubDescription | null = null;
/** Read when the first check is written: it is large. */
const described = (): GithubDescription => {
  description ??= new GithubDescription();
  return description;
};

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
