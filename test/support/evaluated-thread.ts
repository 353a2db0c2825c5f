import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import type { Letter } from '../../src/ingest/letter.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { evaluate } from '../../src/pipeline.ts';
import { type Report, reportSchema } from '../../src/report.ts';
import { readSettings, type Settings } from '../../src/settings.ts';

const THREADS = join(import.meta.dirname, '..', 'threads');

/** The example threads of our own writing, by the name of their folder. */
export const threadSlugs: readonly string[] = readdirSync(THREADS)
  .filter((slug) => existsSync(join(THREADS, slug, 'thread.mbox')))
  .toSorted();

export const threadFile = (slug: string, file: string): string => join(THREADS, slug, file);

interface EvaluatedThread {
  readonly letters: readonly Letter[];
  readonly report: Report;
}

/**
 * A document through the whole pipeline. The report is the one golden files are made of: it names a command of our own
 * and no configuration, so that a number that moved in config/ shows where it matters and nowhere else.
 */
export async function evaluated(path: string, command: string): Promise<EvaluatedThread> {
  const settings = readSettings();
  const { value: letters, problems } = await lettersOf(path, settings);
  const input = { kind: 'mail', messageId: letters[0]?.messageId ?? null, url: null, sha256: '' } as const;
  const { seed, draws } = settings;
  const report = evaluate(
    { letters, problems, input, toolVersion: 'golden', seed, draws, command },
    settings,
  );
  return { letters, report: { ...report, reproduce: { ...report.reproduce, configSha256: '' } } };
}

/**
 * An example thread with the report of its golden file, which is held to the pipeline elsewhere: for tests of what is made of
 * a report, which need no replay.
 */
export async function goldenThread(slug: string): Promise<EvaluatedThread> {
  const { value: letters } = await lettersOf(threadFile(slug, 'thread.mbox'), readSettings());
  const report = reportSchema.parse(JSON.parse(readFileSync(threadFile(slug, '6-report.json'), 'utf8')));
  return { letters, report };
}

function lettersOf(path: string, { ingest }: Settings) {
  return readLetters(readFileSync(path), { limits: ingest, mime: mailparserMime });
}
