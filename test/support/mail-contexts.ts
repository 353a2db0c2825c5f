import fc from 'fast-check';
import type { MailContext } from '../../src/reply/compose-mail.ts';
import { outsideText } from './random-reports.ts';

export function mailContextOf(overrides: Partial<MailContext> = {}): MailContext {
  return {
    from: { name: 'giveback bot', address: 'bot@giveback.example' },
    to: [{ name: 'Ada Bulk', address: 'ada@bulk.example' }],
    cc: [{ name: '', address: 'linux-usb@lists.example' }],
    parent: {
      messageId: 'parent@author.example',
      references: ['root@author.example'],
      author: 'Ada Bulk',
      date: '2019-03-12T10:15:00+01:00',
      subject: '[PATCH v2] usb: host: xhci: give back URBs from the tasklet',
      lines: ['The adapter receives about', '4% more.', '', '  RX    893.4 Mbit/s      |  930.2 Mbit/s'],
    },
    date: '2019-03-12T11:00:00Z',
    domain: 'giveback.example',
    url: 'https://giveback.example/r/1',
    ...overrides,
  };
}

/** A reply to a mail that an attacker wrote: every field that comes from it is hostile. */
export const anyMailContext: fc.Arbitrary<MailContext> = fc
  .record({
    name: outsideText,
    subject: outsideText,
    references: fc.array(outsideText, { maxLength: 60 }),
    lines: fc.array(outsideText, { maxLength: 20 }),
    date: fc.constantFrom(null, '2019-04-01T23:16:11+09:00'),
    url: fc.constantFrom(null, 'https://giveback.example/r/1'),
  })
  .map(({ name, subject, references, lines, date, url }) => {
    const from = { name, address: 'ada@bulk.example' };
    return mailContextOf({
      to: [from],
      url,
      parent: { messageId: 'parent@author.example', author: name, date, subject, references, lines },
    });
  });
