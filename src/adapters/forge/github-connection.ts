import { App, Octokit, RequestError } from 'octokit';
import { Fault } from '../../fault.ts';
import { GithubPause } from './github-pause.ts';

/** How we may speak to GitHub: as an app with its key, or with a token of somebody. */
export type GithubAccess =
  | { readonly token: string }
  | { readonly appId: string; readonly privateKey: string };

export interface GithubPlace {
  readonly baseUrl: string;
  readonly access: GithubAccess;
  /** GitHub itself never ends a request that hangs. */
  readonly requestMs: number;
}

/** Clients that may speak for a repository, each with a token that is renewed when it is refused. */
export class GithubConnection {
  readonly #place: GithubPlace;
  readonly #pause = new GithubPause();
  readonly #clients = new Map<string, Octokit>();

  constructor(place: GithubPlace) {
    this.#place = place;
  }

  async clientFor(repository: string): Promise<Octokit> {
    this.#pause.check();
    const [owner = '', repo = ''] = repository.split('/');
    const client = this.#clients.get(repository) ?? (await this.#connect(owner, repo));
    this.#clients.set(repository, client);
    return client;
  }

  async #connect(owner: string, repo: string): Promise<Octokit> {
    const { access, baseUrl } = this.#place;
    const repository = `${owner}/${repo}`;
    if ('token' in access)
      return this.#guarded(new Octokit({ ...optionsFor(baseUrl), auth: access.token }), repository);
    const { appId, privateKey } = access;
    const app = new App({ appId, privateKey, Octokit: Octokit.defaults(optionsFor(baseUrl)) });
    const asked = { owner, repo, request: { signal: this.#deadline() } };
    const { data } = await app.octokit
      .request('GET /repos/{owner}/{repo}/installation', asked)
      .catch(asFault);
    return this.#guarded(await app.getInstallationOctokit(Number(data.id)), repository);
  }

  #deadline(): AbortSignal {
    return AbortSignal.timeout(this.#place.requestMs);
  }

  /** Every request has an end, none is sent while GitHub wants none, and a refused token is thrown away. */
  #guarded(client: Octokit, repository: string): Octokit {
    client.hook.before('request', (options) => {
      this.#pause.check();
      options.request = { ...options.request, signal: this.#deadline() };
    });
    client.hook.after('request', (_, { url }) => {
      // A token is given to whoever has the key; only its use shows that it is taken.
      if (!url.endsWith('/access_tokens')) this.#pause.forgive();
    });
    client.hook.error('request', (error) => {
      if (this.#pause.learn(error)) this.#clients.delete(repository);
      throw error;
    });
    return client;
  }
}

/** A write that broke off may have been done: it is looked for, and never simply tried again. */
function optionsFor(baseUrl: string) {
  return {
    baseUrl,
    userAgent: 'giveback',
    retry: { enabled: false },
    throttle: { onRateLimit: () => false, onSecondaryRateLimit: () => false },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
}

/** Refusals say whether trying again can help; what is no answer at all may be anything. */
export function asFault(error: unknown): never {
  if (error instanceof Fault) throw error;
  if (!(error instanceof RequestError)) throw new Fault(`GitHub: ${String(error)}`, 'later');
  const isFinal = [404, 410, 422].includes(error.status);
  throw new Fault(
    `GitHub answered ${error.status}: ${error.message.slice(0, 200)}`,
    isFinal ? 'never' : 'later',
  );
}
