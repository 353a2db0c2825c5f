import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSubject, type Subject } from '../../src/series/subject.ts';

const check = (title: string, cases: readonly (readonly [string, Partial<Subject>])[]) =>
  describe(title, () => {
    test.each(cases)('%j', (subject, expected) => {
      expect(parseSubject(subject)).toMatchObject(expected);
    });
  });

check('version and counter in every spelling', [
  ['[PATCH] x', { title: 'x', isPatch: true, version: null, index: null, total: null }],
  ['[PATCH net-next v3 02/11] x', { version: 3, index: 2, total: 11, tags: ['net-next'] }],
  ['[PATCH 000/451] x', { index: 0, total: 451 }],
  ['[PATCHv2 1/4] x', { version: 2, index: 1, total: 4 }],
  ['[PATCHV2] x', { version: 2 }],
  ['[PATCH -v2] x', { version: 2 }],
  ['[v3 PATCH] x', { version: 3, isPatch: true }],
  ['[PATCH 00/33 v6] x', { version: 6, index: 0, total: 33 }],
  ['[PATCH] [PATCH v2] x', { version: 2, title: 'x' }],
  ['[PATCH 1/3][V2] x', { version: 2, index: 1, total: 3, title: 'x' }],
  ['[PATCH v 5] x', { version: 5 }],
  ['[PATCH v6,19/24] x', { version: 6, index: 19, total: 24 }],
  ['[PATCH] v3: x', { version: 3, title: 'x' }],
  ['[PATCH1/8] x', { index: 1, total: 8, isPatch: true }],
  ['[v2PATCH1/4] x', { version: 2, index: 1, total: 4 }],
  ['[PATCH 1 of 2] x', { index: 1, total: 2, version: null }],
  ['[PATCH] 1/2: x', { index: 1, total: 2, title: 'x' }],
  ['PATCH 1/2: x', { index: 1, total: 2, title: 'x', isPatch: true }],
  ['1/2: x', { index: 1, total: 2, title: 'x' }],
  ['[PATCH] usb: x (v2)', { version: 2, title: 'usb: x' }],
  ['[PATCH 11/10] x', { index: 11, total: 10 }],
  ['[PATCH 3/n] x', { index: 3, total: null }],
  ['[PATCH 0.5/5] x', { index: 0.5, total: 5 }],
  ['[RESEND v4 1/4] x', { version: 4, index: 1, resend: true, isPatch: true }],
  ['[V2 1/4] x', { version: 2, index: 1, isPatch: true }],
]);

check('a dotted number is a fix-up or a kernel release', [
  ['[PATCH v3.1] x', { version: 3, minor: 1 }],
  ['[PATCH for v5.9] x', { version: null, tags: ['v5.9'] }],
  ['[PATCH v4.14] x', { version: null, tags: ['4.14'] }],
  ['[PATCH 0/2 v6.6] x', { version: null, index: 0, tags: ['6.6'] }],
  ['[PATCH 6.18 00/29] x', { version: null, index: 0, total: 29, tags: ['6.18'] }],
  ['[PATCH AUTOSEL 5.0 24/34] x', { version: null, index: 24, total: 34, tags: ['autosel', '5.0'] }],
]);

check('RFC, RESEND and replies', [
  ['[RFC PATCH] x', { rfc: true, isPatch: true }],
  ['[PATCH RFC v2] x', { rfc: true, version: 2 }],
  ['[RFC 1/2] x', { rfc: true, index: 1, isPatch: true }],
  ['[RFC/PATCH] x', { rfc: true, isPatch: true }],
  ['[RESEND PATCH v2] x', { resend: true, version: 2 }],
  ['[RESEND][PATCH v3 1/2] x', { resend: true, version: 3, index: 1 }],
  ['Resend: [PATCH] x', { resend: true, isPatch: true, title: 'x' }],
  ['[PATCH REPOST 1/2] x', { resend: true, index: 1 }],
  ['[RE-RESEND PATCH] x', { resend: true }],
  ['Re: [PATCH v2 2/2] x', { isReply: true, version: 2, index: 2, title: 'x' }],
  ['RE: AW: Re: [PATCH] x', { isReply: true, title: 'x' }],
  ['回复：[PATCH] x', { isReply: true, title: 'x' }],
  ['Forwarded: Re: [PATCH] x', { isForward: true, isReply: true }],
  ['[PATCH] Re: x', { isReply: true, title: 'x' }],
  ['[GIT PULL] USB fixes', { isPull: true, title: 'USB fixes' }],
  ['[PULL 00/29] x', { isPull: true, index: 0 }],
  ['[GIT] x', { isPull: true }],
  ['[PATCH git] x', { isPull: false }],
]);

check('what is no prefix stays in the title', [
  ['[PATCH] rewrite [a-z] matching', { title: 'rewrite [a-z] matching' }],
  ['[PATCH] usb: v2 of the descriptor', { version: null, title: 'usb: v2 of the descriptor' }],
  ['[PATCH] audio: F81504/508/512 support', { index: null, title: 'audio: F81504/508/512 support' }],
  ['[Qemu-devel] [PATCH] x', { title: 'x', tags: ['qemu-devel'] }],
  ['[bug#60788] [PATCH v2] x', { title: 'x', version: 2 }],
  ['[PATCH unbalanced', { title: '[PATCH unbalanced', isPatch: false }],
  ['patches are welcome', { title: 'patches are welcome', isPatch: false }],
  ['', { title: '', isPatch: false }],
]);

test('no subject makes it throw or grow', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (subject) => {
      expect(parseSubject(subject).title.length).toBeLessThanOrEqual(subject.length);
    }),
  );
});
