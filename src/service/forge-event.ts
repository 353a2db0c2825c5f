import { z } from 'zod';

/** A pull request that is to be looked at; `repository` is "owner/name". */
export interface RequestEvent {
  readonly kind: 'request';
  readonly repository: string;
  readonly number: number;
}

/** A comment that may be a command. */
export interface CommentEvent {
  readonly kind: 'comment';
  readonly repository: string;
  readonly number: number;
  readonly commentId: number;
  readonly login: string;
  readonly isRequestAuthor: boolean;
  readonly body: string;
}

/** A button of a check that somebody pressed; `words` are those of a command. */
export interface ButtonEvent {
  readonly kind: 'button';
  readonly repository: string;
  readonly number: number;
  readonly checkId: number;
  /** Names this very press: a delivery that comes twice has it twice. */
  readonly delivery: string;
  readonly login: string;
  readonly words: readonly string[];
}

export type ForgeEvent = RequestEvent | CommentEvent | ButtonEvent;

const repository = z.object({ full_name: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/) });

const pullRequest = z.object({
  action: z.string(),
  repository,
  pull_request: z.object({ number: z.int().positive() }),
});

const issueComment = z.object({
  action: z.string(),
  repository,
  issue: z.object({
    number: z.int().positive(),
    user: z.object({ login: z.string() }).nullable(),
    pull_request: z.object({}).optional(),
  }),
  comment: z.object({
    id: z.int().positive(),
    body: z.string(),
    user: z.object({ login: z.string(), type: z.string() }).nullable(),
    performed_via_github_app: z.unknown().optional(),
  }),
});

const checkRun = z.object({
  action: z.enum(['rerequested', 'requested_action']),
  repository,
  check_run: z.object({
    id: z.int().positive(),
    /** The name we gave it: "pr/7". A request from a fork is named nowhere else. */
    external_id: z.string().regex(/^pr\/\d{1,10}$/),
  }),
  requested_action: z.object({ identifier: z.string().max(20) }).nullish(),
  sender: z.object({ login: z.string(), type: z.string() }),
});

/** Actions after which title, description or commits are others than before. */
const CHANGES = ['opened', 'reopened', 'synchronize', 'edited'];

/** What a webhook delivery asks of us; null when it is nothing, whatever shape it has. */
export function readDelivery(event: string, payload: unknown, delivery = ''): ForgeEvent | null {
  if (event === 'pull_request') return requestOf(payload);
  if (event === 'check_run') return buttonOf(payload, delivery);
  return event === 'issue_comment' ? commentOf(payload) : null;
}

function requestOf(payload: unknown): ForgeEvent | null {
  const read = pullRequest.safeParse(payload);
  if (!read.success || !CHANGES.includes(read.data.action)) return null;
  const { repository: where, pull_request: request } = read.data;
  return { kind: 'request', repository: where.full_name, number: request.number };
}

/** Only new comments of people: an edit could put a command into a comment that was looked at already. */
function commentOf(payload: unknown): ForgeEvent | null {
  const read = issueComment.safeParse(payload);
  if (!read.success || read.data.action !== 'created') return null;
  const { repository: where, issue, comment } = read.data;
  const isMachine = comment.user?.type === 'Bot' || (comment.performed_via_github_app ?? null) !== null;
  if (isMachine || comment.user === null || issue.pull_request === undefined) return null;
  return {
    kind: 'comment',
    repository: where.full_name,
    number: issue.number,
    commentId: comment.id,
    login: comment.user.login,
    isRequestAuthor: comment.user.login === issue.user?.login,
    body: comment.body,
  };
}

/** "Re-run" of GitHub's own and the buttons of ours are the same commands as in a comment. */
function buttonOf(payload: unknown, delivery: string): ForgeEvent | null {
  const read = checkRun.safeParse(payload);
  if (!read.success || read.data.sender.type === 'Bot') return null;
  const { action, repository: where, check_run: check, requested_action: asked, sender } = read.data;
  const text = action === 'rerequested' ? 'rerun' : (asked?.identifier ?? '');
  return {
    ...{ kind: 'button', repository: where.full_name, number: Number(check.external_id.slice(3)) },
    ...{ checkId: check.id, delivery, login: sender.login, words: text.split(' ') },
  };
}
