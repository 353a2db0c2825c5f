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

/** Of all letters only the slowest are remembered by name. */
class Slowest {
  #letters = 0;
  #above = 0;
  #slowest: readonly Timed[] = [];

  push(timed: Timed): void {
    this.#letters += 1;
    if (timed.seconds > LIMIT_SECONDS) this.#above += 1;
    const last = this.#slowest[SHOWN - 1];
    if (last !== undefined && last.seconds >= timed.seconds) return;
    this.#slowest = [...this.#slowest, timed].toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  }

  report(what: string): void {
    console.log(`${what}: ${this.#letters} letters, ${this.#above} above ${LIMIT_SECONDS} s; the slowest:`);
    for (const { name, seconds } of this.#slowest) console.log(`  ${seconds.toFixed(3)} s  ${name}`);
  }
}

(await heavyLetters()).report('heavy letters');
const [archive] = positionals;
if (archive !== undefined) (await lettersOf(archive)).report(archive);

async function heavyLetters(): Promise<Slowest> {
  const timed = new Slowest();
  for (const { name, text } of HEAVY_LETTERS) {
    const mail = `From: Ada <ada@example.org>\nSubject: [PATCH] usb: frob: batch\nMessage-Id: <1@example.org>\n\n${text}\n`;
    const { value } = await readLetters(Buffer.from(mail), { limits: settings.ingest, mime: mailparserMime });
    for (const letter of value) timed.push(timeOf(letter, name));
  }
  return timed;
}

async function lettersOf(path: string): Promise<Slowest> {
  const timed = new Slowest();
  const opening = { limits: settings.ingest, mime: mailparserMime, since: null, onProblem: () => undefined };
  for await (const letter of openArchive(path, opening))
    timed.push(timeOf(letter, `${letter.messageId} ${letter.subject.slice(0, 60)}`));
  return timed;
}

/** Both ways in: what a scan asks of a letter, and the claims of it as a series. */
function timeOf(letter: Letter, name: string): Timed {
  const started = process.cpuUsage();
  claimsItself(letter, settings.claims);
  for (const series of collectSeries([letter], settings.series)) findClaims(series, settings.claims);
  const { user, system } = process.cpuUsage(started);
  return { name, seconds: (user + system) / 1e6 };
}
