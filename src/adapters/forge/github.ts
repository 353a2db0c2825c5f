import { RequestError } from 'octokit';
import { Fault } from '../../fault.ts';
import type { CommentEvent } from '../../service/forge-event.ts';
import type { PullRequest } from '../../service/request-document.ts';
import { asFault, GithubConnection, type GithubPlace } from './github-connection.ts';

const COMMENTS_MAX = 3_000;
const PATCH_BYTES_MAX = 10 * 1024 * 1024;

export interface OwnComment {
  readonly id: number;
  readonly body: string;
}

/** What the service asks of GitHub. Names of repositories are "owner/name". */
export class Github {
  readonly #connection: GithubConnection;

  constructor(place: GithubPlace) {
    this.#connection = new GithubConnection(place);
  }

  /** Title, description and commits as they are right now. */
  async readRequest(repository: string, number: number): Promise<PullRequest> {
    const { client, where } = await this.#at(repository);
    const asked = { ...where, pull_number: number };
    const { data } = await client.rest.pulls.get(asked).catch(asFault);
    const answer = await client.rest.pulls.get({ ...asked, mediaType: { format: 'patch' } }).catch(asFault);
    const patches = textOf(answer.data);
    if (patches.length > PATCH_BYTES_MAX)
      throw new Fault(`${repository}#${number} has ${patches.length} bytes of patches`, 'never');
    const { title, body, head, user, html_url: url, created_at: createdAt, commits } = data;
    const login = user?.login ?? 'nobody';
    return {
      repository,
      number,
      head: head.sha,
      title,
      body: body ?? '',
      login,
      url,
      createdAt,
      patches,
      commits,
    };
  }

  /** Open requests that changed since then, the latest first. */
  async listChanged(repository: string, since: string): Promise<readonly number[]> {
    const { client, where } = await this.#at(repository);
    const asked = { ...where, state: 'open', sort: 'updated', direction: 'desc', per_page: 100 } as const;
    const { data } = await client.rest.pulls.list(asked).catch(asFault);
    return data.filter((one) => Date.parse(one.updated_at) >= Date.parse(since)).map(({ number }) => number);
  }

  /** Comments on requests that were written since then and begin with `prefix`, as events. */
  async listCommands(repository: string, since: string, prefix: string): Promise<readonly CommentEvent[]> {
    const { client, where } = await this.#at(repository);
    const asked = { ...where, since, sort: 'created', per_page: 100 } as const;
    const comments = await client.paginate(client.rest.issues.listCommentsForRepo, asked).catch(asFault);
    const found: CommentEvent[] = [];
    for (const { id, body = '', user, issue_url: url, created_at: created } of comments) {
      // `since` looks at edits too, and an edit is never a command.
      const isNew = Date.parse(created) >= Date.parse(since);
      if (!isNew || !body.startsWith(prefix) || user === null || user.type === 'Bot') continue;
      const number = Number(url.split('/').at(-1));
      const { data: issue } = await client.rest.issues.get({ ...where, issue_number: number }).catch(asFault);
      if (issue.pull_request === undefined) continue;
      const isRequestAuthor = issue.user?.login === user.login;
      const event = { kind: 'comment', repository, number, commentId: id, login: user.login } as const;
      found.push({ ...event, isRequestAuthor, body });
    }
    return found;
  }

  /** What somebody may do in the repository. Who is not known there may do nothing. */
  async permissionOf(repository: string, login: string): Promise<Permission> {
    const { client, where } = await this.#at(repository);
    try {
      const asked = { ...where, username: login };
      const { data } = await client.rest.repos.getCollaboratorPermissionLevel(asked);
      // Whoever maintains a repository has the permission "write", and the name of a role beside it.
      if (data.permission === 'admin' || data.role_name === 'maintain') return 'decide';
      return data.permission === 'write' ? 'write' : 'none';
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return 'none';
      return asFault(error);
    }
  }

  /** A file of the default branch, which no pull request can change by itself; null when it is not there. */
  async readDefaultFile(repository: string, path: string): Promise<string | null> {
    const { client, where } = await this.#at(repository);
    try {
      // Without a ref it is the default branch.
      const asked = { ...where, path, mediaType: { format: 'raw' } };
      return textOf((await client.rest.repos.getContent(asked)).data);
    } catch (error) {
      if (error instanceof RequestError && error.status === 404) return null;
      return asFault(error);
    }
  }

  async react(repository: string, commentId: number, content: Reaction): Promise<void> {
    const { client, where } = await this.#at(repository);
    const asked = { ...where, comment_id: commentId, content };
    await client.rest.reactions.createForIssueComment(asked).catch(asFault);
  }

  /** Our own comments on a request, the oldest first. Anybody can paste our marker, so the author counts. */
  async listOwnComments(repository: string, number: number): Promise<readonly OwnComment[]> {
    const { client, where } = await this.#at(repository);
    const own = await this.#ownLogin(repository);
    const found: OwnComment[] = [];
    const asked = { ...where, issue_number: number, per_page: 100 };
    let seen = 0;
    for await (const { data } of client.paginate.iterator(client.rest.issues.listComments, asked)) {
      for (const { id, body, user } of data) if (user?.login === own) found.push({ id, body: body ?? '' });
      seen += data.length;
      if (seen >= COMMENTS_MAX) break;
    }
    return found;
  }

  async createComment(repository: string, number: number, body: string): Promise<number> {
    const { client, where } = await this.#at(repository);
    const { data } = await client.rest.issues.createComment({ ...where, issue_number: number, body });
    return data.id;
  }

  async editComment(repository: string, id: number, body: string): Promise<void> {
    const { client, where } = await this.#at(repository);
    await client.rest.issues.updateComment({ ...where, comment_id: id, body });
  }

  /** The check of a commit by the name we gave it; null when there is none. */
  async findCheck(repository: string, head: string, externalId: string): Promise<CheckFound | null> {
    const { client, where } = await this.#at(repository);
    const asked = { ...where, ref: head, check_name: 'giveback / claims', per_page: 100 };
    const { data } = await client.rest.checks.listForRef(asked).catch(asFault);
    const run = data.check_runs.find((one) => one.external_id === externalId);
    if (run === undefined) return null;
    return { id: run.id, status: run.status, summary: run.output.summary ?? '' };
  }

  /** Creates a check, or writes the one that is there anew. `check` is what GitHub's API takes. */
  async writeCheck(repository: string, id: number | null, check: Record<string, unknown>): Promise<number> {
    const { client, where } = await this.#at(repository);
    const route =
      id === null ? 'POST /repos/{owner}/{repo}/check-runs' : `PATCH /repos/{owner}/{repo}/check-runs/${id}`;
    const { data } = await client.request(route, { ...where, ...check });
    return Number(data.id);
  }

  async #at(repository: string) {
    const [owner = '', repo = ''] = repository.split('/');
    return { client: await this.#connection.clientFor(repository), where: { owner, repo } };
  }

  #login: string | null = null;

  async #ownLogin(repository: string): Promise<string> {
    if (this.#login !== null) return this.#login;
    const { client } = await this.#at(repository);
    // The REST call for it is closed to apps.
    const said = await client.graphql<Viewer>('{ viewer { login } }').catch(asFault);
    this.#login = said.viewer.login;
    return this.#login;
  }
}

/** `decide`: may set up the repository, and so decide what is said in it. */
export type Permission = 'none' | 'write' | 'decide';

export type Reaction = 'eyes' | 'rocket' | '+1' | 'confused' | '-1';

interface Viewer {
  readonly viewer: { readonly login: string };
}

export interface CheckFound {
  readonly id: number;
  /** "queued", "in_progress", "completed", or one of those that GitHub alone gives. */
  readonly status: string;
  readonly summary: string;
}

/** Without a charset in the answer octokit gives bytes where it says text. */
function textOf(data: unknown): string {
  if (data instanceof ArrayBuffer) return Buffer.from(data).toString('utf8');
  return typeof data === 'string' ? data : '';
}
