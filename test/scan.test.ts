import { describe, expect, it } from 'vitest';
import { mailparserMime } from '../src/adapters/mail/mime.ts';
import type { Letter } from '../src/ingest/letter.ts';
import { readLetters } from '../src/ingest/read-letters.ts';
import { scan } from '../src/scan.ts';
import type { ScannedSeries } from '../src/scan-thread.ts';
import { readSettings } from '../src/settings.ts';
import { readScanLimits } from '../src/settings-scan.ts';

const settings = readSettings();

interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly from?: string;
  readonly to?: string;
  readonly text: string;
}

const DIFF =
  '---\ndiff --git a/drivers/usb/frob.c b/drivers/usb/frob.c\n--- a/drivers/usb/frob.c\n+++ b/drivers/usb/frob.c\n@@ -1,2 +1,2 @@\n-int timeout = 500; /* 5 MB/s -> 6 MB/s */\n+int timeout = 600;\n int other;\n';
const RATES = 'Reading rises from 28.5 MB/s to 40.2 MB/s with this patch.\n';

async function scanned(mails: readonly Mail[]): Promise<readonly ScannedSeries[]> {
  async function* letters(): AsyncGenerator<Letter> {
    for (const mail of mails)
      yield* (await readLetters(bytesOf(mail), { limits: settings.ingest, mime: mailparserMime })).value;
  }
  const found: ScannedSeries[] = [];
  for await (const series of scan(letters(), settings, readScanLimits())) found.push(series);
  return found;
}

function bytesOf({ id, subject, from = 'Ada <ada@example.org>', to, text }: Mail): Buffer {
  const answers = to === undefined ? '' : `In-Reply-To: <${to}@example.org>\n`;
  const head = `From: ${from}\nSubject: ${subject}\nMessage-ID: <${id}@example.org>\nDate: Tue, 7 May 2019 16:02:31 +0200\n`;
  return Buffer.from(`${head}${answers}\n${text}`);
}

/** Subjects and versions of what was found. */
async function found(mails: readonly Mail[]): Promise<readonly string[]> {
  return (await scanned(mails)).map(({ subject, version }) => `${subject} v${version}`);
}

const PATCH: Mail = { id: 'a', subject: '[PATCH] usb: frob: batch', text: `${RATES}${DIFF}` };

describe('scan', () => {
  it('gives a series with its claims and their arithmetic', async () => {
    const [series, ...more] = await scanned([PATCH]);
    expect(more).toEqual([]);
    expect(series).toMatchObject({
      subject: 'usb: frob: batch',
      author: { address: 'ada@example.org' },
      messageId: 'a@example.org',
      claims: [{ before: { value: 28.5 }, after: { value: 40.2 }, findings: [{ kind: 'no-spread' }] }],
    });
  });

  it('gives a series whose author measured when he was asked', async () => {
    const mails = [
      { ...PATCH, text: `Batch.\n${DIFF}` },
      {
        id: 'b',
        to: 'a',
        from: 'Bob <bob@example.org>',
        subject: 'Re: [PATCH] usb: frob: batch',
        text: 'Numbers?\n',
      },
      { id: 'c', to: 'b', subject: 'Re: [PATCH] usb: frob: batch', text: `> Numbers?\n${RATES}` },
    ];
    expect(await found(mails)).toEqual(['usb: frob: batch v1']);
  });

  it('gives a series whose author shows two profiles, which compare without a word', async () => {
    const profile = (share: number): string =>
      `-   ${share}%     0.26%  swapper  [k] frob_bh\n   - ${share - 1}% frob_dequeue\n`;
    const text = `Without it:\n\n${profile(11.58)}\nWith it:\n\n${profile(7.87)}`;
    expect(await found([{ ...PATCH, text: `${text}${DIFF}` }])).toEqual(['usb: frob: batch v1']);
  });

  it.each<[string, readonly Mail[]]>([
    ['numbers in the diff', [{ ...PATCH, text: `Batch.\n${DIFF}` }]],
    ['a quote', [{ ...PATCH, text: `> ${RATES}\n${DIFF}` }]],
    [
      'what a reviewer measured',
      [
        { ...PATCH, text: `Batch.\n${DIFF}` },
        {
          id: 'b',
          to: 'a',
          from: 'Bob <bob@example.org>',
          subject: 'Re: [PATCH] usb: frob: batch',
          text: RATES,
        },
      ],
    ],
    ['a question without a patch', [{ id: 'a', subject: 'slow disk', text: RATES }]],
    ['a copy for a stable kernel', [{ ...PATCH, subject: '[PATCH AUTOSEL 5.10 12/34] usb: frob: batch' }]],
    [
      'figures that are the same, about which nothing is said',
      [{ ...PATCH, text: `Before:\nread: 5.0 MB/s\nAfter:\nread: 5.0 MB/s\n${DIFF}` }],
    ],
  ])('gives nothing for %s', async (_, mails) => {
    expect(await found(mails)).toEqual([]);
  });

  it.each<[string, readonly Mail[]]>([
    [
      'a reroll',
      [
        PATCH,
        { ...PATCH, id: 'b', subject: '[PATCH v2] usb: frob: batch', text: `3 times faster.\n${DIFF}` },
      ],
    ],
    ['a reroll under another title', [PATCH, { ...PATCH, id: 'b', subject: '[PATCH v2] usb: frob: gather' }]],
    ['a resend', [PATCH, { ...PATCH, id: 'b', subject: '[PATCH RESEND] usb: frob: batch' }]],
    ['a copy that somebody else sends', [PATCH, { ...PATCH, id: 'b', from: 'Bob <bob@example.org>' }]],
  ])('gives %s once', async (_, mails) => {
    expect(await found(mails)).toEqual(['usb: frob: batch v1']);
  });

  it('gives two works of one person that share a title', async () => {
    const other = {
      ...PATCH,
      id: 'b',
      text: `Writing rises from 10.5 MB/s to 12.5 MB/s with this patch.\n${DIFF}`,
    };
    expect(await found([PATCH, other])).toHaveLength(2);
  });
});
