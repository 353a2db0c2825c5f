import type { Letter } from '../../src/ingest/letter.ts';
import { collectSeries } from '../../src/series/collect-series.ts';
import type { Series } from '../../src/series/series.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';

/** What a test says of a mail; everything else is ordinary. */
export interface Posted {
  readonly id: string;
  readonly subject: string;
  readonly from?: string;
  /** Minutes after the thread began. */
  readonly minute?: number;
  readonly answers?: readonly string[];
  readonly text?: string;
}

export const ADA = 'Ada Example <ada@example.org>';
export const BEN = 'Ben Example <ben@example.org>';

/** A small change of one file, named so that two of them differ. */
export function diffOf(name: string): string {
  const path = `drivers/usb/${name}.c`;
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old ${name}\n+new ${name}\n`;
}

/** Reads mails as one mbox. */
export async function lettersOf(mails: readonly Posted[]): Promise<readonly Letter[]> {
  const written = mails.map((mail) => {
    const minute = String(mail.minute ?? 0).padStart(2, '0');
    const answers = mail.answers ?? [];
    const heads = [
      'From mboxrd@z Thu Jan  1 00:00:00 1970',
      `From: ${mail.from ?? ADA}`,
      `Subject: ${mail.subject}`,
      `Message-ID: <${mail.id}>`,
      `Date: Tue, 07 May 2019 16:${minute}:00 +0000`,
      ...(answers.length > 0
        ? [`In-Reply-To: <${answers.at(-1)}>`, `References: ${answers.map((id) => `<${id}>`).join(' ')}`]
        : []),
    ];
    return `${heads.join('\n')}\n\n${mail.text ?? ''}\n\n`;
  });
  return (await readDocument(written.join(''))).value;
}

export async function seriesOf(mails: readonly Posted[]): Promise<readonly Series[]> {
  return collectSeries(await lettersOf(mails), seriesLimits);
}
