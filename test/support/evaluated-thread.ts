import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import type { Evaluation } from '../../src/evaluation.ts';
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

/** What the pipeline is asked about a document. */
export async function askedOf(path: string, command: string): Promise<Evaluation> {
  const settings = readSettings();
  const { value: letters, problems } = await lettersOf(path, settings);
  const input = { kind: 'mail', messageId: letters[0]?.messageId ?? null, url: null, sha256: '' } as const;
  const { seed, draws } = settings;
  return { letters, problems, input, toolVersion: 'golden', seed, draws, command };
}

/** As golden files have it: they speak of behaviour, and a number that moved in config/ shows where it matters and nowhere else. */
export function goldenOf(report: Report): Report {
  return { ...report, reproduce: { ...report.reproduce, configSha256: '' } };
}

/** A document through the whole pipeline. */
export async function evaluated(path: string, command: string): Promise<EvaluatedThread> {
  const asked = await askedOf(path, command);
  return { letters: asked.letters, report: goldenOf(evaluate(asked, readSettings())) };
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
