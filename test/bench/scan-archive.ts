import { parseArgs } from 'node:util';
import type { Letter } from '../../src/ingest/letter.ts';

// What a scan costs beside reading, over an archive as it is, in processor time of this process, from a cold start:
// `node --import tsx test/bench/scan-archive.ts <epoch.git or mbox> [--from 0] [--mails 20000] [--passes 1]`. The built
// code is measured, as users run it (`npm run build` first): run from its sources every closure costs a name as well.
// Letters are read ahead in batches; everything the process does outside of that is counted as the scan's own work,
// threads, series, hints, claims, lines of JSON and the collection of garbage alike.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '0' },
    mails: { type: 'string', default: 'Infinity' },
    passes: { type: 'string', default: '1' },
  },
});
const { openArchive } = await built<typeof import('../../src/adapters/archive/open-archive.ts')>(
  'adapters/archive/open-archive',
);
const { mailparserMime } =
  await built<typeof import('../../src/adapters/mail/mime.ts')>('adapters/mail/mime');
const { scan } = await built<typeof import('../../src/scan.ts')>('scan');
const { readSettings } = await built<typeof import('../../src/settings.ts')>('settings');
const { readScanLimits } = await built<typeof import('../../src/settings-scan.ts')>('settings-scan');

const BATCH = 2_000;
const TARGET_MAILS_PER_SEC = 8_000;

const settings = readSettings();
const limits = readScanLimits();
const archive = positionals[0] ?? '';
for (let pass = 1; pass <= Number(values.passes); pass += 1) await measurePass();

async function measurePass(): Promise<void> {
  const reading = { seconds: 0, letters: 0 };
  const started = cpuSeconds();
  let [series, characters] = [0, 0];
  for await (const one of scan(readAhead(lettersOf(archive), reading), settings, limits)) {
    series += 1;
    characters += JSON.stringify(one).length;
  }
  const own = cpuSeconds() - started - reading.seconds;
  const pace = reading.letters / own;
  console.log(
    [
      `${reading.letters} mails, ${series} series, ${characters} characters of JSON`,
      `reading ${reading.seconds.toFixed(2)} s, scan ${own.toFixed(2)} s, ratio ${(own / reading.seconds).toFixed(2)}`,
      `${Math.round(pace)} mails per second of the scan's own (${pace >= TARGET_MAILS_PER_SEC ? 'at least' : 'BELOW'} ${TARGET_MAILS_PER_SEC})`,
    ].join('; '),
  );
}

function lettersOf(path: string): AsyncIterable<Letter> {
  return openArchive(path, {
    limits: settings.ingest,
    mime: mailparserMime,
    since: null,
    onProblem: (problem) => console.error(problem),
  });
}

/** A contiguous stretch of the letters; the time until each batch of them was read goes into `reading`. */
async function* readAhead(
  letters: AsyncIterable<Letter>,
  reading: { seconds: number; letters: number },
): AsyncGenerator<Letter> {
  const source = letters[Symbol.asyncIterator]();
  const [first, count] = [Number(values.from), Number(values.mails)];
  let isOver = false;
  for (let at = 0; !isOver; ) {
    const started = cpuSeconds();
    const batch: Letter[] = [];
    while (batch.length < BATCH && reading.letters + batch.length < count) {
      const next = await source.next();
      isOver = next.done === true;
      if (next.done === true) break;
      at += 1;
      if (at > first) batch.push(next.value);
    }
    isOver ||= batch.length === 0;
    reading.seconds += cpuSeconds() - started;
    reading.letters += batch.length;
    yield* batch;
  }
  await source.return?.();
}

async function built<Module>(name: string): Promise<Module> {
  return (await import(new URL(`../../dist/src/${name}.js`, import.meta.url).href)) as Module;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
