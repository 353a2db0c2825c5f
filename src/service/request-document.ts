import { encodedText } from '../reply/mail-headers.ts';
import { NO_WISHES, wishesHeader } from './repository-policy.ts';

/** What a forge says of a pull request. Nothing of it is trusted. */
export interface PullRequest {
  readonly repository: string;
  readonly number: number;
  /** The commit that is judged; what comes later is another request. */
  readonly head: string;
  readonly title: string;
  readonly body: string;
  readonly login: string;
  readonly url: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The commits as `git format-patch` writes them. */
  readonly patches: string;
  readonly commits: number;
}

/** "owner/name#7@<head>": names a request at one commit. */
export function topicOf({ repository, number, head }: PullRequest): string {
  return `${repository}#${number}@${head}`;
}

/** A topic in its parts; null when it is none. */
export function readTopic(topic: string): { repository: string; number: number; head: string } | null {
  const parts = /^([\w.-]{1,100}\/[\w.-]{1,100})#(\d{1,10})@([0-9a-f]{40,64})$/.exec(topic);
  if (parts === null) return null;
  const [, repository = '', number = '', head = ''] = parts;
  return { repository, number: Number(number), head };
}

/** A pull request as the series it would be on a list: the description as its cover letter, each commit a patch. */
export function requestDocument(request: PullRequest, policy = NO_WISHES): Buffer {
  const { head, title, body, login, repository, number, createdAt, patches, commits } = request;
  const id = `pr-${number}-${head.slice(0, 12)}@${repository.replace('/', '.')}.pull`;
  const cover = [
    `From ${head} Mon Sep 17 00:00:00 2001`,
    `From: ${encodedText(login)} <${login.replaceAll(/[^\w.-]/g, '-')}@users.noreply.invalid>`,
    `Date: ${createdAt}`,
    `Message-ID: <${id}>`,
    `Subject: ${encodedText(`[PATCH 0/${commits}] ${title.replaceAll(/\s+/g, ' ')}`)}`,
    ...wishesHeader(policy),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    // A line of the description that looks like the start of a mail must not become one.
    ...body
      .replaceAll('\r', '')
      .split('\n')
      .map((line) => (line.startsWith('From ') ? ` ${line}` : line)),
    '',
    '',
  ];
  return Buffer.from(`${cover.join('\n')}${patches}`);
}
