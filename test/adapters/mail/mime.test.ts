import { expect, test } from 'vitest';
import { mailparserMime } from '../../../src/adapters/mail/mime.ts';

test('groups are opened and empty members left out', async () => {
  expect(await mailparserMime.readAddresses('team: Ada <ada@example.org>, ben@example.org;')).toEqual([
    { name: 'Ada', address: 'ada@example.org' },
    { name: '', address: 'ben@example.org' },
  ]);
});

test.each([['g:'.repeat(20_000) + ';'.repeat(20_000)], ['"('.repeat(40_000)], ['']])(
  'an address header that is none is empty',
  async (value) => {
    expect((await mailparserMime.readAddresses(value)).length).toBeLessThan(2);
  },
);

test('a mail is read to its text and attachments', async () => {
  const raw = Buffer.from(
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhello\r\n--b\r\nContent-Type: text/x-patch\r\n\r\ndiff\r\n--b--\r\n',
  );
  expect(await mailparserMime.readMail(raw)).toMatchObject({
    text: 'hello',
    attachments: [{ contentType: 'text/x-patch' }],
  });
});
