import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report.ts';
import { whySilent } from '../../src/service/why-silent.ts';
import { hazardOf, modelOf, reportOf } from '../support/reports.ts';

const AUTHOR = { subject: '[PATCH v2 1/1] usb: faster', from: 'A@b.example', autoSubmitted: null };
const worthIt = (over: Partial<Report> = {}) => reportOf({ outcome: 'contradicted', ...over });
const inSeries = (over: Partial<Report['series']>) => worthIt({ series: { ...reportOf().series, ...over } });

describe('whySilent', () => {
  it('has no reason where the author of a whole series contradicts himself', () => {
    expect(whySilent(worthIt(), AUTHOR)).toEqual([]);
    expect(whySilent(worthIt({ outcome: 'beyond-limit' }), AUTHOR)).toEqual([]);
  });

  it.each([
    [
      'an outcome that hangs on an assumption',
      reportOf({ outcome: 'unexplained' }),
      AUTHOR,
      'the outcome is',
    ],
    ['figures that agree', reportOf({ outcome: 'supported' }), AUTHOR, 'the outcome is supported'],
    ['an RFC', inSeries({ rfc: true }), AUTHOR, 'RFC'],
    ['a missing patch', inSeries({ complete: false, missing: [2] }), AUTHOR, 'patches are missing: 2'],
    ['a newer version', inSeries({ versions: [{ version: 3, messageId: null }] }), AUTHOR, 'newer version'],
    ['a mail that is not at hand', worthIt(), null, 'not at hand'],
    ['a backport', worthIt(), { ...AUTHOR, subject: '[PATCH AUTOSEL 5.4 3/9] usb: faster' }, 'backport'],
    ['a stable patch', worthIt(), { ...AUTHOR, subject: '[PATCH 5.10.y] usb: faster' }, 'backport'],
    ['a claim of somebody else', worthIt(), { ...AUTHOR, from: 'eve@x.example' }, 'not from the author'],
    ['a masked address', worthIt(), { ...AUTHOR, from: null }, 'not from the author'],
  ])('is silent about %s', (_, report, answered, expected) => {
    const reasons = whySilent(report, answered);
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toContain(expected);
  });

  it('speaks of a hazard that is an error, not of a warning', () => {
    const hazard = (severity: 'error' | 'warning') =>
      worthIt({ outcome: 'hazard', model: modelOf({ hazards: [hazardOf({ severity })] }) });
    expect(whySilent(hazard('error'), AUTHOR)).toEqual([]);
    expect(whySilent(hazard('warning'), AUTHOR)).toEqual(['the hazard is a warning, not an error']);
  });

  it('takes no version number for a kernel', () => {
    for (const subject of ['[PATCH v5 1/3] usb', '[PATCH v2 10/12] usb 3.1', '[PATCH net-next v4] usb'])
      expect(whySilent(worthIt(), { ...AUTHOR, subject })).toEqual([]);
  });

  it('never answers a program', () => {
    const bot = { ...AUTHOR, autoSubmitted: 'auto-generated' };
    expect(whySilent(worthIt(), bot)).toEqual(['a program wrote the mail (Auto-Submitted)']);
  });

  it('says what is asked for whatever it is, and still no more than there is', () => {
    const told = reportOf({ outcome: 'supported', series: { ...reportOf().series, rfc: true } });
    expect(whySilent(told, AUTHOR)).toHaveLength(2);
    expect(whySilent(told, AUTHOR, true)).toEqual([]);
    expect(whySilent(inSeries({ complete: false, missing: [2] }), AUTHOR, true)).toHaveLength(1);
    expect(whySilent(reportOf({ outcome: 'nothing-to-evaluate' }), AUTHOR, true)).toHaveLength(1);
  });
});
