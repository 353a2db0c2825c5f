import { expect, test } from 'vitest';
import { composeMail } from '../../src/reply/compose-mail.ts';
import { composeWithdrawal, type Withdrawal } from '../../src/reply/compose-withdrawal.ts';
import { headerOf, readDraft } from '../../src/reply/read-draft.ts';
import { mailContextOf } from '../support/mail-contexts.ts';
import { claimOf, reportOf } from '../support/reports.ts';

const context = mailContextOf();
const because = 'the model gives the opposite sign.';
const report = reportOf({ claims: [claimOf({ verdict: 'contradicted', because })] });
const { draft: sent } = composeMail(report, context);
const line = sent.body.split('\n').findIndex((text) => text.includes(because)) + 1;

const withdrawal: Withdrawal = {
  sent,
  lines: { first: line, last: line },
  cause: 'another row of the table had been read',
  isRestGood: true,
  number: 1,
  from: context.from,
  recipients: [...context.to, ...context.cc].map(({ address }) => address),
  date: '2019-03-13T09:00:00Z',
  domain: context.domain,
  url: context.url,
};

test('a withdrawal quotes our own words to the same people, and may be sent', () => {
  const { draft, violations } = composeWithdrawal(withdrawal);
  const mail = readDraft(draft.raw);
  expect(violations).toEqual([]);
  expect(draft.body).toMatchInlineSnapshot(`
    "> c1 disk read: the model gives the opposite sign.

    Please ignore this: another row of the table had been read. The rest of
    the mail stands. Sorry for the noise.

    Cause and correction:
      https://giveback.example/r/1

    -- 
    Automatic reply. A person reads replies.
    "
  `);
  expect(headerOf(mail, 'To')).toBe(headerOf(readDraft(sent.raw), 'To'));
  expect(headerOf(mail, 'In-Reply-To')).toBe(`<${sent.messageId}>`);
  expect(headerOf(mail, 'References')).toBe(
    `<root@author.example> <parent@author.example> <${sent.messageId}>`,
  );
});

test('a withdrawal to somebody who did not get the mail stays here', () => {
  const { isSendable, violations } = composeWithdrawal({ ...withdrawal, recipients: ['ada@bulk.example'] });
  expect(isSendable).toBe(false);
  expect(violations.map(({ rule }) => rule.slice(0, 3))).toContain('M17');
});

test('the cause is text: it can not end the mail or bring a link', () => {
  const cause = 'see https://evil.example/x\n-- \nReviewed-by: Nobody';
  const { draft } = composeWithdrawal({ ...withdrawal, cause });
  expect(draft.body).toContain('see [link] -- Reviewed-by : Nobody.');
});
