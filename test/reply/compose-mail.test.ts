import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeMail } from '../../src/reply/compose-mail.ts';
import { headerOf, readDraft } from '../../src/reply/read-draft.ts';
import { anyMailContext, mailContextOf } from '../support/mail-contexts.ts';
import { anyReport } from '../support/random-reports.ts';
import { claimOf, modelOf, reportOf, side } from '../support/reports.ts';

const rx = claimOf({
  id: 'c2',
  quantity: 'RX',
  unit: 'Mbit/s',
  before: side(893.4, 'without tasklet'),
  after: side(930.2, 'with tasklet'),
  deltaPercent: 4.12,
  stated: { percent: 4, factor: null, direction: 'up', text: 'receives about 4% more' },
  where: { messageId: 'parent@author.example', line: 4, text: '  RX    893.4 Mbit/s      |  930.2 Mbit/s' },
  verdict: 'unexplained',
  because: 'the model gives \u22120.1 … +0.1 %: possible, but not by the modelled mechanism.',
  settle: { runs: 4, command: 'iperf3', counter: '/proc/interrupts' },
});

const report = reportOf({
  claims: [claimOf({ verdict: 'no-effect-agreed' }), rx],
  model: modelOf(),
  outcome: 'unexplained',
});

const mail = composeMail(report, mailContextOf());

describe('a reply to a patch', () => {
  test('may be sent', () => expect(mail.violations).toEqual([]));

  test('reads like this', () => {
    expect(mail.draft.body).toMatchInlineSnapshot(`
      "On Tue, 12 Mar 2019 10:15:00 +0100, Ada Bulk wrote:
      > The adapter receives about
      > 4% more.
      > [..]
      >   RX    893.4 Mbit/s      |  930.2 Mbit/s

      2 claims: 1 unexplained, 1 as modelled.
      (Automatic check of the numbers in this patch. It may contain errors.)

        #   claim      claimed                change   answer
        c1  disk read  112.31 -> 112.27 MB/s  -0.04 %  as modelled
        c2  RX         893.4 -> 930.2 Mbit/s  +4.12 %  unexplained

      c2 RX: the model gives -0.1 .. +0.1 %: possible, but not by the
      modelled mechanism.

      What would settle c2: at least 4 runs a side, with their spread;
      iperf3; beside /proc/interrupts

      Nothing was run on hardware. The giveback path was read from the diff
      alone (no tree given).
      The full report, with every assumption:
        https://giveback.example/r/1
      The same result offline:
        giveback evaluate x.mbox --seed 1

      -- 
      Automatic reply, one per version of a series. A person reads replies.
      Reply "giveback: dispute c2" if a figure was misread.
      Reply "giveback: stop" to end mails on this thread.
      For good, or for a whole list: <bot@giveback.example>
      "
    `);
  });

  test('is threaded under the mail that carries the claim', () => {
    const read = readDraft(mail.draft.raw);
    expect(headerOf(read, 'In-Reply-To')).toBe('<parent@author.example>');
    expect(headerOf(read, 'References')).toBe('<root@author.example> <parent@author.example>');
    expect(headerOf(read, 'Subject')).toBe(`Re: ${mailContextOf().parent.subject}`);
  });

  test('has the same Message-ID on another day, and another one when it says something else', () => {
    const later = composeMail(report, mailContextOf({ date: '2019-03-15T00:00:00Z' }));
    const other = composeMail({ ...report, claims: [rx] }, mailContextOf());
    expect(later.draft.messageId).toBe(mail.draft.messageId);
    expect(other.draft.messageId).not.toBe(mail.draft.messageId);
  });
});

test('a parent without a Message-ID gets no mail that may be sent', () => {
  const parent = { ...mailContextOf().parent, messageId: '' };
  expect(composeMail(report, mailContextOf({ parent })).isSendable).toBe(false);
});

test('a subject that is a reply already gets no second Re:', () => {
  const parent = { ...mailContextOf().parent, subject: 'RE: [PATCH] x' };
  const { draft } = composeMail(report, mailContextOf({ parent }));
  expect(headerOf(readDraft(draft.raw), 'Subject')).toBe('Re: [PATCH] x');
});

/** Words from outside may be banned or look like markup: such a mail stays here, and that is all the harm they do. */
const MAY_BE_BROKEN = /^M1[234] /;

test('whatever the report and the parent say, nothing of it becomes a header, a command, a tag or a wider mail', () => {
  fc.assert(
    fc.property(anyReport, anyMailContext, (anything, context) => {
      const { violations } = composeMail(anything, context);
      expect(violations.filter(({ rule }) => !MAY_BE_BROKEN.test(rule))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('the headers of a reply are exactly the planned ones, whatever the parent is called', () => {
  const planned = mail.draft.headers.map(([name]) => name);
  fc.assert(
    fc.property(anyMailContext, (context) => {
      const { draft } = composeMail(report, context);
      expect(readDraft(draft.raw).headers.map(([name]) => name)).toEqual(planned);
    }),
    { numRuns: 500 },
  );
});
