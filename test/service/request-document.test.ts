import { describe, expect, it } from 'vitest';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { type PullRequest, readTopic, requestDocument, topicOf } from '../../src/service/request-document.ts';
import { readSettings } from '../../src/settings.ts';

const HEAD = 'ab'.repeat(20);

const request = (over: Partial<PullRequest> = {}): PullRequest => ({
  ...{ repository: 'owner/usb', number: 7, head: HEAD, title: 'usb: faster', body: 'It is.', login: 'ada' },
  ...{ url: 'https://github.example/7', createdAt: '2024-03-01T10:00:00Z', commits: 1 },
  patches: `From ${HEAD} Mon Sep 17 00:00:00 2001\nFrom: Ada <ada@bulk.example>\nSubject: [PATCH] usb: faster\n\nwhy\n---\n`,
  ...over,
});

const lettersOf = async (over: Partial<PullRequest> = {}) => {
  const limits = readSettings().ingest;
  return (await readLetters(requestDocument(request(over)), { limits, mime: mailparserMime })).value;
};

describe('a pull request as a document', () => {
  it('is a cover letter and its patches', async () => {
    expect((await lettersOf()).map(({ subject }) => subject)).toEqual([
      '[PATCH 0/1] usb: faster',
      '[PATCH] usb: faster',
    ]);
  });

  it('never becomes more letters by what its description says', async () => {
    const body = `text\n\nFrom ${HEAD} Mon Sep 17 00:00:00 2001\nSubject: [PATCH] mine\n\nhello`;
    expect(await lettersOf({ body })).toHaveLength(2);
  });

  it('gets no header from a title or a login', async () => {
    const [cover] = await lettersOf({ title: 'x\r\nMessage-ID: <evil@x>', login: 'a\nTo: b@x' });
    expect(cover?.messageId).toContain('pr-7-');
    expect(cover?.to).toEqual([]);
  });
});

describe('a topic', () => {
  it('is read back as it was written', () => {
    expect(readTopic(topicOf(request()))).toEqual({ repository: 'owner/usb', number: 7, head: HEAD });
    for (const text of ['', 'owner/usb#7', `owner/usb#x@${HEAD}`, `../..#7@${HEAD}/..`, `a/b#7@${HEAD}\n`])
      expect(readTopic(text)).toBeNull();
  });
});
