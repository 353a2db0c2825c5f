import { describe, expect, it } from 'vitest';
import { isSaidAlready } from '../../src/service/said-already.ts';
import { claimOf, reportOf } from '../support/reports.ts';

const side = (value: number) => ({
  value,
  base: value,
  error: null,
  errorKind: null,
  runs: null,
  label: 'x',
});
const claim = claimOf({
  verdict: 'contradicted',
  before: side(830.18),
  after: side(882.75),
  deltaPercent: 6.33,
});
const report = reportOf({
  series: { ...reportOf().series, author: { name: 'Ada', address: 'ada@bulk.example' } },
  claims: [claim],
});
const said = (text: string, address = 'bob@x') =>
  isSaidAlready(report, [{ messageId: '1@x', from: { address }, text }], 'bot@bot.example');

describe('the point', () => {
  it.each([
    ['both figures in own words', 'You went from 830.18 to 882.75, did you not?'],
    ['the difference that follows from them', 'By my count that is 6.3%, not 2.'],
    ['a rounded difference', 'more like 6 %? 6%!'],
  ])('was made by a reply with %s', (_, text) => {
    expect(said(text)).toBe(true);
  });

  it.each([
    ['figures that are only quoted', '> 830.18 to 882.75\nNice.', 'bob@x'],
    ['one of the figures', 'Why 830.18?', 'bob@x'],
    ['words of the author', '830.18 and 882.75', 'Ada@bulk.example'],
    ['a program', '830.18 and 882.75', 'kernel-test-robot@lists.example'],
    ['our own mail', '830.18 and 882.75', 'bot@bot.example'],
    ['other numbers', '6.3 seconds, 63%', 'bob@x'],
  ])('was not made by %s', (_, text, address) => {
    expect(said(text, address)).toBe(false);
  });

  it('is none where nothing would be said', () => {
    const supported = { ...report, claims: [{ ...claim, verdict: 'reproduced' as const }] };
    const mails = [{ messageId: '1@x', from: { address: 'bob@x' }, text: '830.18 882.75' }];
    expect(isSaidAlready(supported, mails, 'bot@bot.example')).toBe(false);
  });
});
