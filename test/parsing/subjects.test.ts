import { describe, expect, test } from 'vitest';
import { parseSubject, type Subject } from '../../src/series/subject.ts';
import { purposeOf } from '../../src/series/submission.ts';
import { readOne } from '../ingest/settings.ts';

/** The numbers are those of docs/parsing-cases.md. */
const check = (title: string, cases: readonly (readonly [string, Partial<Subject>])[]) =>
  describe(title, () => {
    test.each(cases)('%j', (subject, expected) => {
      expect(parseSubject(subject)).toMatchObject({ title: 'usb: x', isPatch: true, ...expected });
    });
  });

check('1: a tag, a version and a counter', [
  ['[PATCH net-next v3 02/11] usb: x', { tags: ['net-next'], version: 3, index: 2, total: 11 }],
  ['[PATCH phy-next 1/2] usb: x', { tags: ['phy-next'], version: null, index: 1, total: 2 }],
]);

check('2: leading zeros', [
  ['[PATCH 00/02] usb: x', { index: 0, total: 2 }],
  ['[PATCH 000/451] usb: x', { index: 0, total: 451 }],
]);

check('3: RFC with and without PATCH', [
  ['[RFC PATCH] usb: x', { rfc: true }],
  ['[PATCH RFC v2] usb: x', { rfc: true, version: 2 }],
  ['[RFC v4] usb: x', { rfc: true, version: 4 }],
  ['[RFC 1/2] usb: x', { rfc: true, index: 1, total: 2 }],
  ['[RFC] usb: x', { rfc: true }],
]);

check('4: what is sent again has the version it had', [
  ['[RESEND PATCH v2] usb: x', { resend: true, version: 2 }],
  ['[RESEND][PATCH v3 1/2] usb: x', { resend: true, version: 3, index: 1 }],
  ['[RESEND v4 1/4] usb: x', { resend: true, version: 4, total: 4 }],
  ['Resend: [PATCH] usb: x', { resend: true, version: null }],
  ['[PATCH REPOST] usb: x', { resend: true }],
  ['[RESENT PATCH] usb: x', { resend: true }],
  ['[RESENDING PATCH] usb: x', { resend: true }],
  ['[RE-RESEND PATCH v2] usb: x', { resend: true, version: 2 }],
]);

check('5: the version in every place', [
  ['[PATCHv2 1/4] usb: x', { version: 2, index: 1 }],
  ['[PATCHV2] usb: x', { version: 2 }],
  ['[PATCH -v2] usb: x', { version: 2 }],
  ['[v3 PATCH] usb: x', { version: 3 }],
  ['[PATCH 00/33 v6] usb: x', { version: 6, index: 0, total: 33 }],
  ['[PATCH] [PATCH v2] usb: x', { version: 2 }],
  ['[PATCH 1/3][V2] usb: x', { version: 2, index: 1, total: 3 }],
  ['[PATCH v 5] usb: x', { version: 5 }],
  ['[PATCH v6,19/24] usb: x', { version: 6, index: 19, total: 24 }],
  ['[PATCH] v3: usb: x', { version: 3 }],
]);

check('6: a dotted number is a fix-up, or the release of a kernel', [
  ['[PATCH v3.1] usb: x', { version: 3, minor: 1 }],
  ['[PATCH for v5.9] usb: x', { version: null }],
  ['[PATCH v4.14] usb: x', { version: null }],
  ['[PATCH 0/2 v6.6] usb: x', { version: null, index: 0, total: 2, tags: ['6.6'] }],
  ['[PATCH 6.18 00/29] usb: x', { version: null, index: 0, tags: ['6.18'] }],
  ['[PATCH 6.1 00/29] usb: x', { version: null, index: 0, tags: ['6.1'] }],
]);

check('7: no blank before the counter', [
  ['[PATCH1/8] usb: x', { index: 1, total: 8 }],
  ['[v2PATCH1/4] usb: x', { version: 2, index: 1, total: 4 }],
]);

check("8: Mercurial's counter", [
  ['[PATCH 1 of 2] usb: x', { index: 1, total: 2, version: null }],
  ['[PATCH 0 of 2] usb: x', { index: 0, total: 2 }],
]);

check('9: the counter outside of the brackets, and what is none', [
  ['[PATCH] 1/2: usb: x', { index: 1, total: 2 }],
  ['PATCH 1/2: usb: x', { index: 1, total: 2 }],
  ['1/2: usb: x', { index: 1, total: 2 }],
  ['[PATCH] F81504/508/512 support', { index: null, title: 'F81504/508/512 support' }],
]);

check('10: a version at the end of the title', [
  ['[PATCH] usb: x (v2)', { version: 2 }],
  ['[PATCH] usb: v2 descriptors', { version: null, title: 'usb: v2 descriptors' }],
]);

check('11: patches beyond the total', [
  ['[PATCH 11/10] usb: x', { index: 11, total: 10 }],
  ['[PATCH 16/15] usb: x', { index: 16, total: 15 }],
  ['[PATCH 3/n] usb: x', { index: 3, total: null }],
  ['[PATCH 0.5/5] usb: x', { index: 0.5, total: 5 }],
]);

check("12: a list's own tag in front", [
  ['[Qemu-devel] [PATCH] usb: x', {}],
  ['[edk2] [staging/next][PATCH 1/2] usb: x', { index: 1, total: 2 }],
  ['[bug#60788] [PATCH v2] usb: x', { version: 2 }],
]);

check('13: brackets in the title', [
  ['[PATCH] rewrite [a-z] regexes', { title: 'rewrite [a-z] regexes' }],
  ['[PATCH [unbalanced', { title: '[PATCH [unbalanced', isPatch: false }],
]);

describe('14: a subject is one line', () => {
  test.each([
    ['folded with a tab', '[PATCH v2 1/2]\n\tusb: café', 'utf-8'],
    ['encoded', '=?UTF-8?Q?=5BPATCH_v2_1/2=5D?=\n =?UTF-8?B?dXNiOiBjYWbDqQ==?=', 'utf-8'],
    ['raw UTF-8', '[PATCH v2 1/2] usb: café', 'utf-8'],
  ])('%s', async (_, raw) => {
    const letter = await readOne(`From: a@b.example\nSubject: ${raw}\nMessage-ID: <1@b>\n\nx\n`);
    expect(letter.subject).not.toMatch(/[\r\n\t]/);
    expect(parseSubject(letter.subject)).toMatchObject({
      version: 2,
      index: 1,
      title: /^usb: ?café$/.exec(parseSubject(letter.subject).title)?.[0],
    });
  });
});

describe('15: replies and forwarded mails in any language', () => {
  test.each([
    ['Re: [PATCH] usb: x', 'isReply'],
    ['RE: [PATCH] usb: x', 'isReply'],
    ['AW: [PATCH] usb: x', 'isReply'],
    ['Antw: [PATCH] usb: x', 'isReply'],
    ['回复: [PATCH] usb: x', 'isReply'],
    ['回复：[PATCH] usb: x', 'isReply'],
    ['[PATCH] Re: usb: x', 'isReply'],
    ['FW: [PATCH] usb: x', 'isForward'],
    ['Forwarded: Re: [PATCH] usb: x', 'isForward'],
  ] as const)('%s', (subject, what) => {
    expect(parseSubject(subject)).toMatchObject({ title: 'usb: x', [what]: true });
  });
});

describe('38: a pull request is no patch', () => {
  test.each(['[GIT PULL] USB fixes', '[PULL 00/29] usb queue', 'Re: [git pull] usb'])('%s', (subject) => {
    expect(purposeOf(subject)).toBe('pull-request');
  });
});

describe('39: what is not sent for review', () => {
  test.each([
    ['[PATCH AUTOSEL 5.0 24/34] usb: x', 'stable-copy'],
    ['[PATCH 5.10 12/345] usb: x', 'stable-copy'],
    ['[PATCH 4.19.y] usb: x', 'stable-copy'],
    ['patch "usb: x" added to usb-linus', 'notice'],
    ['FAILED: patch "[PATCH] usb: x" failed to apply to 5.4-stable tree', 'notice'],
    ['[syzbot] [usb?] WARNING in usb_submit_urb', 'notice'],
    ['[PATCH for v5.9] usb: x', 'submission'],
  ])('%s', (subject, purpose) => {
    expect(purposeOf(subject)).toBe(purpose);
  });
});
