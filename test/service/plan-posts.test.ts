import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report.ts';
import { planMail, type Reported } from '../../src/service/plan-posts.ts';

const report = JSON.parse(
  readFileSync(new URL('../threads/xhci-flag-forgotten/6-report.json', import.meta.url), 'utf8'),
) as Report;
const author = report.series.author;
const WRITTEN = '2019-02-04T19:40:12Z';

function planned(now: string, more: Partial<Reported['policy']> = {}, over: Partial<Reported> = {}) {
  const policy = {
    ...{ stage: 'author-only' as const, mute: false, address: null, embargoHours: 24, answerWithinDays: 7 },
    ...{ operators: [], maintainers: [], writers: [], tree: null, subscriptions: [], ...more },
  };
  const mail = {
    messageId: report.series.patches[0]?.messageId ?? null,
    ...{ references: [], inReplyTo: null, recipients: [], autoSubmitted: null },
    subject: `[PATCH] ${report.series.subject}`,
    from: author === null ? null : { name: author.name, address: author.address },
    date: WRITTEN,
    text: report.claims.map(({ where }) => where.text).join('\n'),
  };
  return planMail({
    millisecondsOf: Date.parse,
    ...(over.isAskedFor === undefined ? {} : { isAskedFor: over.isAskedFor }),
    ...{ report, policy, now },
    evaluation: { key: 'v-1', thread: 't-1', list: 'linux-usb' },
    mails: [mail, ...(over.mails ?? [])],
    identity: { name: 'giveback', address: 'bot@giveback.example', domain: 'giveback.example', url: null },
  });
}

test('a mail waits for its embargo, counted from the mail that it answers', () => {
  const { posts } = planned('2019-02-05T10:00:00Z');
  expect(posts.map(({ notBeforeMs }) => new Date(notBeforeMs ?? 0).toISOString())).toEqual([
    '2019-02-05T19:40:12.000Z',
  ]);
});

test('a mail that is older than the list allows is not answered; its draft may still be looked at', () => {
  const late = '2019-02-14T19:40:13Z';
  expect(planned(late)).toEqual({ posts: [], silences: ['the mail to answer is 10 days old'] });
  expect(planned(late, { answerWithinDays: 11 }).posts).toHaveLength(1);
  expect(planned(late, { stage: 'shadow' }).posts.map(({ channel }) => channel)).toEqual(['directory']);
});

test('a mail that those of the list asked for waits for nothing', () => {
  const { posts } = planned(
    '2019-02-05T10:00:00Z',
    { stage: 'list', address: 'usb@x' },
    { isAskedFor: true },
  );
  expect(posts.map(({ notBeforeMs }) => notBeforeMs)).toEqual([0]);
  expect(JSON.parse(posts[0]?.target ?? '')).toContain('usb@x');
});

test('nothing is said while people wait for numbers of the author', () => {
  const question = {
    ...{ messageId: '2@x', inReplyTo: report.series.patches[0]?.messageId ?? null, references: [] },
    ...{ from: { name: '', address: 'eve@x' }, recipients: [], autoSubmitted: null, date: WRITTEN },
    ...{ subject: 'Re: usb', text: 'Do you have any numbers?' },
  };
  const { posts, silences } = planned('2019-02-05T10:00:00Z', {}, { mails: [question] });
  expect(posts).toEqual([]);
  expect(silences).toEqual(['a person asked for numbers in <2@x>, and the author has not answered']);
});
