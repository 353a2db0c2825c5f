import { describe, expect, test } from 'vitest';
import type { Letter } from '../../src/ingest/letter.ts';
import { namedBases } from '../../src/model/named-base.ts';
import { seriesOf } from './series-of.ts';

const letter = (messageId: string, text: string): Letter => ({
  messageId,
  otherIds: [],
  key: messageId,
  inReplyTo: null,
  references: [],
  from: null,
  to: [],
  cc: [],
  date: null,
  subject: '',
  listId: null,
  text,
  octets: text,
  attachments: [],
  source: 'mail',
  autoSubmitted: null,
  problems: [],
});

/** The bases of a series whose one patch says `text`; `answer` is what somebody replies. */
function basesIn(text: string, answer = ''): string[] {
  const series = seriesOf([[]]);
  const patches = series.patches.map((patch) => ({ ...patch, messageId: 'patch@x' }));
  return namedBases({ ...series, patches, letters: [letter('patch@x', text), letter('reply@x', answer)] });
}

describe('the base a mail names', () => {
  test.each([
    ['This is based on v6.5-rc3.', ['v6.5-rc3']],
    ['Based-on: v5.0', ['v5.0']],
    ['Rebased on top of tags/v5.1, please apply.', ['v5.1']],
    ['The patch applies to usb-next (1b929c02afd3).', ['1b929c02afd3']],
    ['against next-20230405 and v6.3-rc5', ['next-20230405', 'v6.3-rc5']],
    ['base-commit: 1b929c02afd37871d5afb9d498426f83432e71c2', ['1b929c02afd37871d5afb9d498426f83432e71c2']],
    ['Broken since v4.9, based on nothing.', []],
    ['Tested on v5.4.', []],
    ['Fixes: 1b929c02afd3 ("usb: apply what v4.4 had")', []],
    ['It applies to v5.10 stable only.', []],
    ['based on a..b --output=x v1', []],
    ['words\n\ndiff --git a/a b/a\n+ based on v6.1\n', []],
  ])('"%s"', (text, bases) => {
    expect(basesIn(text)).toEqual(bases);
  });

  test('is not what somebody answers', () => {
    expect(basesIn('Words.', 'I applied it on top of v5.2.')).toEqual([]);
  });
});
