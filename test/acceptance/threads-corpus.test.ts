import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { collectSeries, currentSeries } from '../../src/series/collect-series.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

/** What is current in each thread, as its subjects and dates say. */
const THREADS: Readonly<Record<string, readonly [version: number, patches: number, total: number]>> = {
  'dummy-hcd-hrtimer-2024': [1, 2, 2],
  'hcd-bh-workqueue-2024': [1, 1, 8],
  'mausb-flowed-qp-2020': [3, 1, 8],
  'musb-improve-2019': [2, 6, 6],
  'noncoherent-v2-2025': [2, 3, 3],
  'ohci-ed-latency-2025': [2, 1, 1],
  'r8152-rx-improve-2019': [2, 5, 5],
  'u-serial-perf-2020': [3, 1, 1],
  'urb-giveback-zhaoxin-2022': [1, 1, 1],
  'usb2-write-perf-2022': [4, 1, 1],
  'usbnet-bh-workqueue-2025': [1, 1, 1],
  'usbnet-rx-cleanup-2022': [2, 1, 1],
  'xhci-hcd-bh-2019': [1, 4, 4],
  'xhci-tasklet-to-work-2021': [1, 1, 1],
};

/** The lines "- name.mbox: 7 messages" of the manifest. */
const counted = (
  sharedExists ? readFileSync(shared('corpus/mail/MANIFEST.md'), 'utf8').split('\n') : []
).flatMap((line): readonly (readonly [string, number])[] => {
  const [, name, count] = /^- ([\w-]+)\.mbox: (\d+) messages/.exec(line) ?? [];
  return name === undefined ? [] : [[name, Number(count)]];
});

describe.skipIf(!sharedExists)('threads of the corpus', () => {
  test('are those of the manifest', () => {
    expect(counted.map(([name]) => name).toSorted()).toEqual(Object.keys(THREADS));
  });

  test.each(counted)('%s has its %i messages and its series', async (name, count) => {
    const { value, problems } = await readDocument(
      readFileSync(shared(`corpus/mail/linux-usb/${name}.mbox`)),
    );
    expect(problems).toEqual([]);
    expect(value).toHaveLength(count);
    const current = currentSeries(collectSeries(value, seriesLimits));
    expect([current?.version, current?.patches.length, current?.total]).toEqual(THREADS[name]);
  });
});
