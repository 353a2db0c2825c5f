import { readFileSync } from 'node:fs';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import type { IngestLimits } from '../../src/ingest/limits.ts';
import { indexMail, readLetters } from '../../src/ingest/read-letters.ts';
import { collectSeries } from '../../src/series/collect-series.ts';
import type { SeriesLimits } from '../../src/series/series-limits.ts';
import { type Bench, cpuSecondsOf } from './compare.ts';
import { mboxOf, patchMail } from './patch-mails.ts';

const defaults: { readonly ingest: IngestLimits; readonly series: SeriesLimits } = JSON.parse(
  readFileSync(new URL('../../config/default.json', import.meta.url), 'utf8'),
);
const limits = defaults.ingest;
const settings = { limits, mime: mailparserMime };
const MAILS = 1000;
/** The peer takes ten times as long and more. */
const TIMES = 10;

const mails = Array.from({ length: MAILS }, (_, number) => patchMail(number));
const octets = mails.map((mail) => mail.toString('latin1'));
const mbox = mboxOf(octets);
const thread = mboxOf(octets.slice(0, 100));

const peer = { name: 'mailparser', run: () => cpuSecondsOf(parseAll) };

export const benches: readonly Bench[] = [
  {
    name: `mail: read ${MAILS} patch mails, CPU`,
    run: () =>
      cpuSecondsOf(async () => {
        await readLetters(mbox, settings);
      }, TIMES),
    peer,
    targetRatio: 1 / 20,
  },
  {
    name: `mail: index ${MAILS} mails, CPU`,
    run: () =>
      cpuSecondsOf(() => {
        for (const mail of octets) indexMail(mail, limits);
      }, TIMES),
    peer,
    targetRatio: 1 / 60,
  },
  {
    name: `mail: read ${MAILS} mails and collect the series, CPU`,
    run: () =>
      cpuSecondsOf(async () => {
        collectSeries((await readLetters(mbox, settings)).value, defaults.series);
      }, TIMES),
    peer,
    targetRatio: null,
  },
  {
    name: 'mail: series of a thread of 100 mails, CPU',
    run: () =>
      cpuSecondsOf(async () => {
        collectSeries((await readLetters(thread, settings)).value, defaults.series);
      }, TIMES),
    peer,
    targetRatio: null,
  },
];

async function parseAll(): Promise<void> {
  const { simpleParser } = await import('mailparser');
  for (const mail of mails) await simpleParser(mail, {});
}
