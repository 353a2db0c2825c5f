import { RequestError } from 'octokit';
import { Fault } from '../../fault.ts';
import type { OutboxRow } from '../../ports/outbox-store.ts';
import type { Receiver } from '../../ports/receiver.ts';
import { readTopic } from '../../service/request-document.ts';
import type { CheckFound, Github } from './github.ts';
import { asFault } from './github-connection.ts';

/** The one comment of a request: found by its marker and its author, edited in place, created where there is none. */
export function commentReceiver(github: Github, visibilityMs: number): Receiver {
  return {
    visibilityMs,
    mayResend: true,
    async find(post) {
      const { repository, number } = placeOf(post);
      const own = await github.listOwnComments(repository, number);
      const same = own.find(({ body }) => markerOf(body) === markerOf(post.body));
      return same === undefined ? null : String(same.id);
    },
    async send(post, lease) {
      const { repository, number } = placeOf(post);
      const own = await github.listOwnComments(repository, number);
      const sticky = own.find(({ body }) => keyOf(body) === keyOf(post.body));
      lease?.check();
      if (sticky === undefined)
        return String(await github.createComment(repository, number, post.body).catch(refused));
      await github.editComment(repository, sticky.id, post.body).catch(refused);
      return String(sticky.id);
    },
  };
}

/** The check of a commit, known to GitHub by the name we gave it. */
export function checkReceiver(github: Github, visibilityMs: number): Receiver {
  return {
    visibilityMs,
    mayResend: true,
    async find(post) {
      const { repository, head } = placeOf(post);
      const check = checkIn(post);
      const found = await github.findCheck(repository, head, externalIdOf(check));
      return found !== null && isThere(check, found, post) ? String(found.id) : null;
    },
    async send(post, lease) {
      const { repository, head } = placeOf(post);
      const check = checkIn(post);
      const found = await github.findCheck(repository, head, externalIdOf(check));
      // Said meanwhile, or overtaken: a step never takes the place of what came after it.
      if (found !== null && isThere(check, found, post)) return String(found.id);
      lease?.check();
      return String(await github.writeCheck(repository, found?.id ?? null, check).catch(refused));
    },
  };
}

function placeOf({ target }: OutboxRow) {
  const place = readTopic(target);
  if (place === null) throw new Fault(`"${target}" names no pull request`, 'never');
  return place;
}

function checkIn({ body }: OutboxRow): Record<string, unknown> {
  const check: unknown = JSON.parse(body);
  if (typeof check !== 'object' || check === null) throw new Fault('the post is no check', 'never');
  return { ...check };
}

/**
 * Whether the check says it already. Of a step that is so when the check is as far or further: steps go forward, and a
 * verdict, or that there will be none, is the last of them.
 */
function isThere(check: Record<string, unknown>, found: CheckFound, { body }: OutboxRow): boolean {
  const { status, conclusion } = check;
  const isVerdict = status === 'completed' && conclusion !== 'cancelled';
  if (isVerdict) return found.status === 'completed' && body.includes(JSON.stringify(found.summary));
  return farOf(found.status) >= farOf(String(status));
}

const STEPS = ['queued', 'in_progress', 'completed'];
const farOf = (status: string): number => STEPS.indexOf(status);

const externalIdOf = (check: Record<string, unknown>): string => String(check['external_id']);

/** The whole marker says what a comment holds; its key which comment it is. */
const markerOf = (body: string): string => body.slice(0, body.indexOf('-->') + 3);
const keyOf = (body: string): string => /^<!-- giveback:v1 key=(\S+) /.exec(body)?.[1] ?? body;

/** An answer below 500 says that nothing was done; anything else leaves it open, and that is no Fault. */
function refused(error: unknown): never {
  const isRefusal = error instanceof RequestError && error.status < 500 && error.status >= 400;
  if (isRefusal || error instanceof Fault) asFault(error);
  throw error instanceof Error ? error : new Error(String(error));
}
