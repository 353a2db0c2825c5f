import { describe, expect, test } from 'vitest';
import { composeMail } from '../../src/reply/compose-mail.ts';
import { lintMail } from '../../src/reply/lint-mail.ts';
import { MAIL_RULES } from '../../src/reply/mail-rules.ts';
import { mailContextOf } from '../support/mail-contexts.ts';
import { claimOf, modelOf, reportOf } from '../support/reports.ts';

const context = mailContextOf();
const claims = [
  claimOf({ verdict: 'unexplained', because: 'the model lies inside the margin.' }),
  claimOf({ id: 'c2' }),
];
const report = reportOf({ claims, model: modelOf() });
const policy = { report, recipients: ['ada@bulk.example', 'linux-usb@lists.example'], own: context };
const good = composeMail(report, context).draft.raw;

const instead = (from: string | RegExp, to: string) => () => good.replace(from, to);
const anotherLine = (line: string) => instead('\n\nNothing was run', `\n${line}\n\nNothing was run`);

test('a mail of ours breaks no rule', () => expect(lintMail(good, policy)).toEqual([]));

const BROKEN: readonly (readonly [rule: string, how: string, mail: () => string])[] = [
  ['M1', 'no Date', instead(/\nDate:[^\n]*/, '')],
  ['M2', 'no Auto-Submitted', instead('Auto-Submitted: auto-replied', 'X-Auto: no')],
  ['M3', 'flowed text', instead('charset=utf-8', 'charset=utf-8; format=flowed')],
  ['M3', 'base64', instead('Encoding: 8bit', 'Encoding: base64')],
  ['M4', 'a reference after the parent', instead('<parent@author.example>\nX-Loop', '<p@x.example>\nX-Loop')],
  ['M5', 'another subject', instead('Subject: Re: ', 'Subject: ')],
  ['M6', 'no signature', instead('\n-- \n', '\n\n')],
  ['M6', 'a long signature', instead(/$/, '1\n2\n3\n4\n')],
  ['M7', 'a wide line', anotherLine('wide '.repeat(16).trim())],
  ['M7', 'a wide table', anotherLine(`  ${'wide '.repeat(16).trim()}`)],
  ['M8', 'a trailing blank', anotherLine('blank ')],
  ['M8', 'a tab', anotherLine('a\tb')],
  ['M9', 'many lines', anotherLine('\n'.repeat(60))],
  ['M10', 'the answer above the quote', instead('\n\nOn Tue', '\n\nHello,\nOn Tue')],
  ['M10', 'a long quote', instead('\n> ', `\n${'> more\n'.repeat(12)}> `)],
  ['M11', 'a trailer', anotherLine('Reviewed-by: giveback bot')],
  ['M11', 'a trailer in a quote', instead('\n> ', '\n> Acked-by: Nobody\n> ')],
  ['M12', 'a hard word', anotherLine('This figure is wrong.')],
  ['M13', 'an emoji', anotherLine('Hello \u{1F600}')],
  ['M14', 'markup', anotherLine('**bold**')],
  ['M15', 'another headline', instead('2 claims: 1 unexplained', '2 claims: 2 unexplained')],
  ['M15', 'another table', instead(/ unexplained\n {2}c2/, ' as modelled\n  c2')],
  ['M15', 'a missing row', instead(/\n {2}c2 [^\n]*/, '')],
  ['M16', 'a made-up number', anotherLine('This is 47.11 % faster.')],
  ['M17', 'another recipient', instead('Cc: ', 'Cc: top@kernel.example, ')],
  ['M17', 'a recipient behind a quoted name', instead('To: Ada Bulk', 'To: "x" <top@kernel.example>, Ada')],
  ['M18', 'another link', anotherLine('See https://evil.example/r/1 for more.')],
  ['M19', 'an address', anotherLine('Write to top@kernel.example for more.')],
  ['M20', 'a command', anotherLine('giveback: rerun')],
  ['M20', 'a line that cuts mailboxes', anotherLine('From here on it is faster.')],
  ['M20', 'an escape', anotherLine('\u001b[2J')],
  ['M20', 'a carriage return', anotherLine('one\rtwo')],
  ['M21', 'a second header', instead('\nSubject: ', '\nFrom: x@y.example\nSubject: ')],
  ['M21', 'a line that is no header', instead('\nSubject: ', '\nno header\nSubject: ')],
  ['M21', 'a raw 8-bit header', instead('\nSubject: Re: ', '\nSubject: Re: \u00fc ')],
  ['M21', 'an id with a blank', instead('In-Reply-To: <parent@author', 'In-Reply-To: <par ent@author')],
];

describe('the rules of a mail', () => {
  test.each(BROKEN)('%s is broken by %s', (rule, _, mail) => {
    expect(lintMail(mail(), policy).map((violation) => violation.rule.split(' ')[0])).toContain(rule);
  });

  test('each has a mail that breaks it', () => {
    const rules = MAIL_RULES.map(({ rule }) => rule.split(' ')[0]);
    expect([...new Set(BROKEN.map(([rule]) => rule))]).toEqual(rules);
  });
});
