import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSubject } from '../../src/service/subject.ts';

const shown = (text: string): string => {
  const subject = readSubject(text);
  return subject.kind === 'mail'
    ? `mail ${subject.messageId}`
    : `request ${subject.repository} ${subject.number}`;
};

describe('what a command is about', () => {
  it.each([
    ['<1@x.example>', 'mail 1@x.example'],
    [' 1@x.example ', 'mail 1@x.example'],
    ['https://archive.example/linux-usb/1@x.example/', 'mail 1@x.example'],
    ['https://archive.example/r/a%2Fb%2B1@x.example/t.mbox.gz', 'mail a/b+1@x.example'],
    ['https://archive.example/all/1@x.example/raw#part', 'mail 1@x.example'],
    ['owner/usb#7', 'request owner/usb 7'],
    ['https://forge.example/owner/usb/pull/7', 'request owner/usb 7'],
    ['https://forge.example/owner/usb/pull/7/files?w=1', 'request owner/usb 7'],
    ['https://forge.example/owner/usb/issues/7', 'mail https://forge.example/owner/usb/issues/7'],
    ['https://archive.example/%zz@x/', 'mail %zz@x'],
    ['mailto:1@x.example', 'mail mailto:1@x.example'],
  ])('%s is %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('is read whatever it is', () => {
    fc.assert(fc.property(fc.string(), (text) => shown(text).length > 0));
  });
});
