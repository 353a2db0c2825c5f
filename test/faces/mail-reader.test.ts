import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { composeMail } from '../../src/reply/compose-mail.ts';
import { goldenThread, threadFile, threadSlugs } from '../support/evaluated-thread.ts';
import { muttExists, readInMutt } from '../support/mutt.ts';
import { threadContext } from '../support/thread-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'giveback-mutt-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The thread with our reply behind it, as an mbox. */
function mailbox(slug: string, reply: string): string {
  const thread = readFileSync(threadFile(slug, 'thread.mbox'), 'utf8').trimEnd();
  const mbox = join(folder, `${slug}.mbox`);
  writeFileSync(mbox, `${thread}\n\nFrom mboxrd@z Thu Jan  1 00:00:00 1970\n${reply}\n`);
  return mbox;
}

describe.skipIf(!muttExists)('mutt (skipped where it is not installed)', () => {
  test.each(threadSlugs)(
    '%s: the reply stands under its parent, and opens as it was written',
    async (slug) => {
      const { letters, report } = await goldenThread(slug);
      const context = threadContext(slug, report, letters).mail;
      const { draft } = composeMail(report, context);
      const { index, mail } = readInMutt(mailbox(slug, draft.raw), draft.messageId, folder);
      const lineOf = (id: string) => index.findIndex((line) => line.includes(`[<${id}>]`));
      expect(index[lineOf(draft.messageId)]).toMatch(/\] [|` ]*->/);
      expect(lineOf(context.parent.messageId)).toBeGreaterThanOrEqual(0);
      expect(lineOf(context.parent.messageId)).toBeLessThan(lineOf(draft.messageId));
      expect(mail).toContain(draft.body.trimEnd());
    },
  );

  test('a reply that names no parent would stand alone', () => {
    const orphan = 'From: a@b.example\nSubject: Re: x\nMessage-ID: <orphan@b.example>\n\ntext';
    const { index } = readInMutt(mailbox('xhci-hcd-bh', orphan), 'orphan@b.example', folder);
    expect(index.find((line) => line.includes('[<orphan@b.example>]'))).not.toContain('->');
  });
});
