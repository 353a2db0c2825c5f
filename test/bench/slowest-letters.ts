import { parseArgs } from 'node:util';
import { openArchive } from '../../src/adapters/archive/open-archive.ts';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import { claimsItself, findClaims } from '../../src/claims/find-claims.ts';
import type { Letter } from '../../src/ingest/letter.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { collectSeries } from '../../src/series/collect-series.ts';
import { readSettings } from '../../src/settings.ts';
import { HEAVY_LETTERS } from './heavy-letters.ts';

// The letters whose claims take longest, in processor time, each a series of its own: the heavy ones that are written
// here, and every letter of an archive when one is given: `tsx test/bench/slowest-letters.ts [<epoch.git or mbox>]`.

const { positionals } = parseArgs({ allowPositionals: true });
const LIMIT_SECONDS = 0.5;
const SHOWN = 10;
const settings = readSettings();

interface Timed {
  readonly name: string;
  readonly seconds: number;
}

report('heavy letters', await heavyLetters());
const [archive] = positionals;
if (archive !== undefined) report(archive, await lettersOf(archive));

function report(what: string, timed: readonly Timed[]): void {
  const slowest = timed.toSorted((a, b) => b.seconds - a.seconds);
  const above = timed.filter(({ seconds }) => seconds > LIMIT_SECONDS).length;
  console.log(`${what}: ${timed.length} letters, ${above} above ${LIMIT_SECONDS} s; the slowest:`);
  for (const { name, seconds } of slowest.slice(0, SHOWN)) console.log(`  ${seconds.toFixed(3)} s  ${name}`);
}

async function heavyLetters(): Promise<readonly Timed[]> {
  const timed: Timed[] = [];
  for (const { name, text } of HEAVY_LETTERS) {
    const mail = `From: Ada <ada@example.org>\nSubject: [PATCH] usb: frob: batch\nMessage-Id: <1@example.org>\n\n${text}\n`;
    const { value } = await readLetters(Buffer.from(mail), { limits: settings.ingest, mime: mailparserMime });
    for (const letter of value) timed.push(timeOf(letter, name));
  }
  return timed;
}

async function lettersOf(path: string): Promise<readonly Timed[]> {
  const timed: Timed[] = [];
  const opening = { limits: settings.ingest, mime: mailparserMime, since: null, onProblem: () => undefined };
  for await (const letter of openArchive(path, opening)) {
    timed.push(timeOf(letter, `${letter.messageId} ${letter.subject.slice(0, 60)}`));
    if (timed.length > 2_000) keepSlowest(timed);
  }
  return timed;
}

/** All letters are counted as timed; only the slow ones are remembered by name. */
function keepSlowest(timed: Timed[]): void {
  timed.sort((a, b) => b.seconds - a.seconds);
  for (let at = SHOWN; at < timed.length; at += 1) {
    const { seconds } = timed[at] ?? { seconds: 0 };
    timed[at] = { name: '', seconds };
  }
}

/** Both ways in: what a scan asks of a letter, and the claims of it as a series. */
function timeOf(letter: Letter, name: string): Timed {
  const started = process.cpuUsage();
  claimsItself(letter, settings.claims);
  for (const series of collectSeries([letter], settings.series)) findClaims(series, settings.claims);
  const { user, system } = process.cpuUsage(started);
  return { name, seconds: (user + system) / 1e6 };
}
