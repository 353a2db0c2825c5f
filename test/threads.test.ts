import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mailparserMime } from '../src/adapters/mail/mime.ts';
import { reportModel, reportProblems, reportSeries } from '../src/compose-report.ts';
import type { Evaluation } from '../src/evaluation.ts';
import { readLetters } from '../src/ingest/read-letters.ts';
import { evaluate, understand } from '../src/pipeline.ts';
import { composeText } from '../src/reply/compose-text.ts';
import { reportSchema } from '../src/report.ts';
import { readSettings } from '../src/settings.ts';

const THREADS = join(import.meta.dirname, 'threads');
const settings = readSettings();
const slugs = readdirSync(THREADS)
  .filter((slug) => existsSync(join(THREADS, slug, 'thread.mbox')))
  .toSorted();

async function read(slug: string): Promise<Evaluation> {
  const bytes = readFileSync(join(THREADS, slug, 'thread.mbox'));
  const { value: letters, problems } = await readLetters(bytes, {
    limits: settings.ingest,
    mime: mailparserMime,
  });
  const input = { kind: 'mail', messageId: letters[0]?.messageId ?? null, url: null, sha256: '' } as const;
  const { seed, draws } = settings;
  return {
    letters,
    problems,
    input,
    toolVersion: 'golden',
    seed,
    draws,
    command: `giveback evaluate ${slug}`,
  };
}

/** Every stage of every thread is a file: a diff shows which stage changed its mind. */
describe.each(slugs)('%s', async (slug) => {
  const asked = await read(slug);
  const understood = understand(asked, settings);
  const report = evaluate(asked, settings);
  // The golden files speak of behaviour; a number that moved in config/ shows where it matters and nowhere else.
  const golden = { ...report, reproduce: { ...report.reproduce, configSha256: '' } };

  const stages: readonly (readonly [string, unknown])[] = [
    ['1-letters.json', asked.letters],
    ['2-series.json', reportSeries(understood.series, asked.letters[0]?.subject ?? '')],
    ['3-claims.json', understood.claims],
    ['4-model.json', reportModel(understood.model)],
    ['5-replays.json', report.claims.map(({ id, replay, because }) => ({ id, replay, because }))],
    ['6-report.json', golden],
  ];

  test.each(stages)('%s is what it was', async (file, product) => {
    await expect(`${JSON.stringify(product, null, 2)}\n`).toMatchFileSnapshot(join(THREADS, slug, file));
  });

  test('7-text.txt is what it was', async () => {
    const text = composeText(golden, { hasColour: false, hasBars: false, columns: 110 });
    await expect(text).toMatchFileSnapshot(join(THREADS, slug, '7-text.txt'));
  });

  test('the report keeps its contract', () => {
    expect(reportSchema.parse(report)).toEqual(report);
  });

  test('the same thread and seed give the same bytes', () => {
    expect(JSON.stringify(evaluate(asked, settings))).toBe(JSON.stringify(report));
  });

  test('every problem is told in words', () => {
    expect(reportProblems(understood.problems)).toEqual(report.problems);
  });
});
