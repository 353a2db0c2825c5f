import { readFileSync } from 'node:fs';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import type { Letter } from '../../src/ingest/letter.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { scan } from '../../src/scan.ts';
import { readSettings } from '../../src/settings.ts';
import { readScanLimits } from '../../src/settings-scan.ts';
import { type Bench, cpuSecondsOf } from './compare.ts';

/**
 * The work of a scan after reading: which of a thousand letters belong together, and which of them claim something.
 * Two of them claim, as on a list; the others are patches and answers with the numbers that lists are full of. The peer
 * parses the same mails and does nothing with them.
 */
const MAILS = 1_000;
const thread = readFileSync(new URL('../threads/xhci-hcd-bh/thread.mbox', import.meta.url));
const settings = readSettings();
const limits = readScanLimits();
const mails = Array.from({ length: MAILS }, (_, number) => mailOf(number));
const letters = await lettersOf(mails);

export const benches: readonly Bench[] = [
  {
    name: `claims: scan ${MAILS} letters that were read, CPU`,
    run: () =>
      cpuSecondsOf(async () => {
        for await (const _ of scan(streamOf(letters), settings, limits));
      }, 3),
    peer: { name: 'mailparser', run: () => cpuSecondsOf(parseAll) },
    targetRatio: 1 / 3,
  },
];

async function* streamOf(all: readonly Letter[]): AsyncGenerator<Letter> {
  yield* all;
}

async function lettersOf(all: readonly Buffer[]): Promise<readonly Letter[]> {
  const read = await Promise.all(
    all.map((mail) => readLetters(mail, { limits: settings.ingest, mime: mailparserMime })),
  );
  return read.flatMap(({ value }) => value);
}

async function parseAll(): Promise<void> {
  const { simpleParser } = await import('mailparser');
  for (const mail of mails) await simpleParser(mail, {});
}

function mailOf(number: number): Buffer {
  if (number % 500 === 0) return Buffer.concat([Buffer.from(headOf(number, '')), bodyOf(thread)]);
  return Buffer.from(number % 2 === 0 ? patchOf(number) : answerOf(number));
}

function bodyOf(mbox: Buffer): Buffer {
  return mbox.subarray(mbox.indexOf('\n\n') + 2);
}

function headOf(number: number, prefix: string): string {
  const root = number - (number % 10);
  const answers = root === number ? '' : `In-Reply-To: <${root}@example.org>\n`;
  return `From: Ada ${number % 7} <ada${number % 7}@example.org>\nSubject: ${prefix}[PATCH] usb: frob: change ${root}\nMessage-Id: <${number}@example.org>\n${answers}Date: Tue, 7 May 2019 16:02:31 +0200\n\n`;
}

/** A message with a timeout, a trace and an address in it, and a diff. */
function patchOf(number: number): string {
  const message = Array.from(
    { length: 12 },
    (_, line) => `Line ${line} says why change ${number} is needed: it waits 500 ms at 0x${number}f.`,
  );
  const diff = Array.from(
    { length: 90 },
    (_, line) => `${' +- '[line % 4] ?? ' '}\tvalue_${line} = read_${number}(${line});`,
  );
  return `${headOf(number, '')}${message.join('\n')}\n---\ndiff --git a/f.c b/f.c\n--- a/f.c\n+++ b/f.c\n@@ -1,68 +1,67 @@\n${diff.join('\n')}\n`;
}

function answerOf(number: number): string {
  const quoted = Array.from(
    { length: 40 },
    (_, line) => `> \tvalue_${line} = read_${number}(${line}); /* 5 ms */`,
  );
  return `${headOf(number, 'Re: ')}${quoted.join('\n')}\n\nThis waits 10 ms too long, and the lock is held for all of it.\n`;
}
