import { readFileSync } from 'node:fs';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import type { IngestLimits } from '../../src/ingest/limits.ts';
import { indexMail, readLetters } from '../../src/ingest/read-letters.ts';
import { collectSeries } from '../../src/series/collect-series.ts';
import type { Bench } from './compare.ts';

const defaults: { readonly ingest: IngestLimits } = JSON.parse(
  readFileSync(new URL('../../config/default.json', import.meta.url), 'utf8'),
);
const limits = defaults.ingest;
const settings = { limits, mime: mailparserMime };
const MAILS = 1000;

/** Mails as lists deliver them: transport lines, a dozen people, a message, a diff of three hunks. */
const mails = Array.from({ length: MAILS }, (_, number) => patchMail(number));
const octets = mails.map((mail) => mail.toString('latin1'));
const mbox = mboxOf(octets);
const thread = mboxOf(octets.slice(0, 100));

const peer = { name: 'mailparser', run: () => parseAll() };

export const benches: readonly Bench[] = [
  {
    name: `mail: read ${MAILS} patch mails`,
    run: async () => {
      await readLetters(mbox, settings);
    },
    peer,
    targetRatio: 1 / 20,
  },
  {
    name: `mail: index ${MAILS} mails`,
    run: () => {
      for (const mail of octets) indexMail(mail, limits);
    },
    peer,
    targetRatio: 1 / 60,
  },
  {
    name: `mail: read ${MAILS} mails and collect the series`,
    run: async () => {
      collectSeries((await readLetters(mbox, settings)).value);
    },
    peer,
    targetRatio: null,
  },
  {
    name: 'mail: series of a thread of 100 mails',
    run: async () => {
      collectSeries((await readLetters(thread, settings)).value);
    },
    peer,
    targetRatio: null,
  },
];

function mboxOf(messages: readonly string[]): Buffer {
  return Buffer.from(
    messages.map((mail) => `From mboxrd@z Thu Jan  1 00:00:00 1970\n${mail}\n`).join(''),
    'latin1',
  );
}

async function parseAll(): Promise<void> {
  const { simpleParser } = await import('mailparser');
  for (const mail of mails) await simpleParser(mail, {});
}

function patchMail(number: number): Buffer {
  const transport = Array.from({ length: 5 }, (_, hop) => {
    return `Received: from host${hop}.example.org (host${hop}.example.org [192.0.2.${hop}])\n\tby host${hop + 1}.example.org (Postfix) with ESMTPS id ${number}${hop}\n\tfor <list@example.org>; Tue, 7 May 2019 16:02:3${hop} +0000 (UTC)`;
  });
  const signature = `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org;\n h=from:to:cc:subject:date; b=${'QmFzZTY0'.repeat(30)}`;
  const people = Array.from(
    { length: 12 },
    (_, person) => `Person ${'ABCDEFGHIJKL'[person]} <person${person}@example.org>`,
  );
  const heads = [
    ...transport,
    signature,
    'From: Ada Example <ada@example.org>',
    `To: ${people.slice(0, 2).join(', ')}`,
    `Cc: ${people.slice(2).join(',\n\t')}`,
    `Subject: [PATCH v2 ${(number % 9) + 1}/9] usb: host: keep the work of change ${number} short`,
    'Date: Tue, 7 May 2019 16:02:31 +0200',
    `Message-Id: <${number}@example.org>`,
    'In-Reply-To: <0@example.org>',
    'References: <0@example.org>',
    'MIME-Version: 1.0',
    'Content-Transfer-Encoding: 8bit',
  ];
  const message = Array.from(
    { length: 15 },
    (_, line) => `Line ${line} says why change ${number} is needed, in plain words.`,
  );
  const path = `drivers/usb/host/part-${number}.c`;
  const hunks = [10, 200, 900].map((start) => {
    const lines = Array.from(
      { length: 24 },
      (_, line) => `${' +- '[line % 4] ?? ' '}\tvalue_${line} = read_${number}(${line});`,
    );
    const added = lines.filter((line) => line.startsWith('+')).length;
    const removed = lines.filter((line) => line.startsWith('-')).length;
    return `@@ -${start},${24 - added} +${start},${24 - removed} @@ static int part_${start}(void)\n${lines.join('\n')}`;
  });
  const diff = [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks].join('\n');
  return Buffer.from(
    `${heads.join('\n')}\n\n${message.join('\n')}\n\nSigned-off-by: Ada Example <ada@example.org>\n---\n${diff}\n-- \n2.20.1\n`,
  );
}
