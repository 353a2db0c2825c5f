import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { collectSeries, currentSeries } from '../../src/series/collect-series.ts';
import type { Series } from '../../src/series/series.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

async function read(path: string): Promise<readonly Series[]> {
  const { value } = await readDocument(readFileSync(shared(`corpus/mail/${path}`)));
  return collectSeries(value, seriesLimits);
}

/** Patches of each series, largest last, and how many cover letters there are. */
type Shape = readonly [patches: readonly number[], covers: number];

/** What patchwork's own tests assert of these files; a series of replies alone is none there. */
const PATCHWORK: Readonly<Record<string, Shape>> = {
  'base-cover-letter': [[2], 1],
  'base-deep-threaded': [[2], 1],
  'base-different-versions': [[4], 1],
  'base-extra-patches': [[3], 1],
  'base-incomplete': [[1], 1],
  'base-no-cover-letter': [[2], 0],
  'base-no-references-no-cover': [[2], 1],
  'base-no-references': [[2], 0],
  'base-out-of-order': [[2], 1],
  'base-single-patch': [[1], 0],
  'bugs-mixed-versions': [[1, 1], 0],
  'bugs-multiple-content-types': [[1], 0],
  'bugs-multiple-references': [[4], 1],
  'bugs-nocover-noversion': [[2, 2], 0],
  'bugs-nocover': [[2, 2], 0],
  'bugs-spamming': [[1, 1, 1], 0],
  'bugs-unnumbered': [[1, 1], 1],
  'dependency-base-patch': [[2], 1],
  'mercurial-cover-letter': [[2], 1],
  'mercurial-no-cover-letter': [[2], 0],
  'revision-basic': [[2, 2], 2],
  'revision-no-cover-letter': [[2, 2], 1],
  'revision-out-of-order': [[2, 2], 2],
  'revision-threaded-to-cover': [[2, 2], 2],
  'revision-threaded-to-patch': [[2, 2], 2],
  'revision-threaded-to-single-patch': [[1, 1], 0],
  'revision-unlabeled-noreferences': [[2, 2], 0],
  'revision-unlabeled': [[2, 2], 2],
};

describe.skipIf(!sharedExists)('series of the patchwork test data', () => {
  test.each(Object.entries(PATCHWORK))('%s', async (name, [patches, covers]) => {
    const all = await read(`patchwork/patchwork/tests/data/series/${name}.mbox`);
    const counts = all.map((series) => series.patches.length).toSorted((one, other) => one - other);
    expect(counts).toEqual(patches);
    expect(all.filter((series) => series.coverLetter)).toHaveLength(covers);
  });

  test('a series is whole when all its numbers are there, and named after its cover letter or first patch', async () => {
    const folder = 'patchwork/patchwork/tests/data/series';
    expect((await read(`${folder}/base-extra-patches.mbox`))[0]?.complete).toBe(true);
    expect((await read(`${folder}/base-incomplete.mbox`))[0]).toMatchObject({
      complete: false,
      missing: [2],
    });
    expect((await read(`${folder}/base-out-of-order.mbox`))[0]?.subject).toBe('A sample series');
    expect((await read(`${folder}/base-no-cover-letter.mbox`))[0]?.subject).toBe(
      'test: Add some lorem ipsum',
    );
  });
});

describe.skipIf(!sharedExists)('trailers of the b4 test data', () => {
  const samples = 'b4/src/tests/samples';
  /** b4 signs off as its test user where it applies a patch itself. */
  const isOfB4 = (text: string) => text.includes('Test Override');
  const references = sharedExists
    ? readdirSync(shared(`corpus/mail/${samples}`)).filter((name) => name.endsWith('-ref-defaults.txt'))
    : [];

  test.each(references)('%s holds the trailers of the current series', async (reference) => {
    const name = reference.replace('-ref-defaults.txt', '');
    const input = readdirSync(shared(`corpus/mail/${samples}`)).find((file) => file === `${name}.mbox`);
    const said = (all: readonly Series[]) =>
      all.flatMap((series) => series.trailers.map(({ key, value }) => `${key}: ${value}`));
    const expected = said(await read(`${samples}/${reference}`)).filter((text) => !isOfB4(text));
    const current = currentSeries(await read(`${samples}/${input ?? reference}`));
    expect(new Set(current === null ? [] : said([current]))).toEqual(new Set(expected));
  });

  test('a patch in reply to a bug report has no cover letter, one in reply to its own author has', async () => {
    const report = currentSeries(await read(`${samples}/naked-cover-bugreport.mbox`));
    expect(report).toMatchObject({ coverLetter: false, patches: [{ index: 1 }] });
    const single = currentSeries(await read(`${samples}/naked-cover-single.mbox`));
    expect(single).toMatchObject({ coverLetter: true, subject: 'do a thing to the widget subsystem' });
  });

  test('one patch of a new version alone stands beside the other of the version before', async () => {
    const current = currentSeries(await read(`${samples}/trailers-followup-partial-reroll.mbox`));
    expect(current).toMatchObject({
      version: 3,
      complete: true,
      problems: [{ code: 'reroll-partial', kept: 1 }],
    });
    expect(current?.patches.map(({ index }) => index)).toEqual([1, 2]);
  });

  test('only the foreign trailer of a reply is said', async () => {
    const current = currentSeries(await read(`${samples}/trailers-followup-already-present.mbox`));
    expect(current?.problems.map(({ code }) => code)).toEqual(['trailer-unverified']);
  });
});

describe.skipIf(!sharedExists)('hard threads of linux-usb', () => {
  const shapes = (all: readonly Series[]) =>
    all
      .filter(({ coverLetter, patches }) => coverLetter || patches.length > 0)
      .map((one) => [one.version, one.patches.length, one.total, one.resend]);

  test('a resend in the thread of its own version is another posting, with its own cover letter', async () => {
    const all = await read('linux-usb/musb-improve-2019.mbox');
    expect(shapes(all)).toEqual(
      expect.arrayContaining([
        [2, 6, 6, false],
        [2, 6, 6, true],
      ]),
    );
    expect(currentSeries(all)).toMatchObject({ version: 2, resend: true, complete: true });
  });

  test('another series in reply to a series keeps out of it', async () => {
    const [name] = readdirSync(shared('corpus/mail/linux-usb/hard-series')).filter((file) =>
      file.startsWith('20190430145942'),
    );
    expect(shapes(await read(`linux-usb/hard-series/${name}`))).toEqual([
      [1, 7, 7, false],
      [1, 0, 6, false],
    ]);
  });

  /** Of the series that an evaluation is about: version, patches at hand, total, cover letter. */
  const HARD: Readonly<Record<string, readonly [number, number, number, boolean]>> = {
    '20191024164538': [2, 6, 6, true],
    '20200301212019': [2, 3, 3, true],
    '20200926091327': [1, 14, 14, true],
    '20210112194416': [1, 4, 4, true],
    '20210408072825': [3, 14, 14, true],
    '20250819002217': [2, 3, 3, true],
    '20260108085021': [1, 2, 2, true],
    '1394712342': [3, 9, 9, true],
    'cover.1620950220': [2, 3, 4, true],
  };

  test.each(Object.entries(HARD))('%s', async (start, expected) => {
    const folder = 'linux-usb/hard-series';
    const name = readdirSync(shared(`corpus/mail/${folder}`)).find((file) => file.startsWith(start));
    const current = currentSeries(await read(`${folder}/${name}`));
    expect([current?.version, current?.patches.length, current?.total, current?.coverLetter]).toEqual(
      expected,
    );
  });

  test('a cover letter 0/1 and the one patch below it are a series', async () => {
    const [name] = readdirSync(shared('corpus/mail/linux-usb/hard-series')).filter((file) =>
      file.startsWith('20220110062359'),
    );
    expect(shapes(await read(`linux-usb/hard-series/${name}`))[0]).toEqual([1, 1, 1, false]);
  });

  test('v4 after v1 is the current one, whatever the dates say', async () => {
    expect(currentSeries(await read('linux-usb/usb2-write-perf-2022.mbox'))?.version).toBe(4);
  });

  test('a reworded second version is the current one', async () => {
    expect(currentSeries(await read('linux-usb/usbnet-rx-cleanup-2022.mbox'))?.version).toBe(2);
    expect(currentSeries(await read('linux-usb/r8152-rx-improve-2019.mbox'))?.version).toBe(2);
  });
});
