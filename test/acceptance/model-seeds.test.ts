import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import config from '../../config/default.json' with { type: 'json' };
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { deriveModel } from '../../src/model/derive-model.ts';
import type { Model } from '../../src/model/hcd.ts';
import { collectSeries, currentSeries } from '../../src/series/collect-series.ts';
import { PROFILES } from '../model/series-of.ts';
import { shared, sharedExists } from '../support/shared.ts';

/** The labels are those of the claims; what is expected of each seed stands in EXPECTED.md beside it. */
async function modelOfSeed(number: string, labels: readonly string[]): Promise<Model | null> {
  const folder = shared('seeds');
  const name = readdirSync(folder).find((candidate) => candidate.startsWith(`${number}_`)) ?? '';
  const bytes = readFileSync(join(folder, name));
  const letters = await readLetters(bytes, { limits: config.ingest, mime: mailparserMime });
  const series = currentSeries(collectSeries(letters.value, config.series));
  return series && deriveModel(series, PROFILES, labels);
}

const path = (hcd: Model['before'] | undefined): unknown =>
  hcd && [hcd.hcdBh, hcd.giveback.context, hcd.giveback.lockDropped, hcd.giveback.lock];

describe.skipIf(!sharedExists)('seed 000', () => {
  let model: Model | null = null;
  beforeAll(async () => {
    model = await modelOfSeed('000', ['xhci without tasklet', 'xhci with tasklet']);
  });

  test('gives the URB back from the tasklet, with the flag, without the drop and without a hazard', () => {
    expect(model).toMatchObject({ driver: 'xhci', source: 'diff', era: 'E2', hazards: [], unmodelled: [] });
    expect(path(model?.before)).toEqual([false, 'hardirq', true, 'xhci->lock']);
    expect(path(model?.after)).toEqual([true, 'tasklet', false, 'xhci->lock']);
  });

  test('quotes the three lines that do it', () => {
    expect(model?.changes.map(({ kind, file }) => [kind, file])).toEqual([
      ['hcd-bh-added', 'drivers/usb/host/xhci.c'],
      ['lock-drop-removed', 'drivers/usb/host/xhci-ring.c'],
    ]);
    expect(model?.changes[0]?.evidence).toContain('HCD_BH');
    expect(model?.changes[1]?.evidence).toBe('spin_unlock(&xhci->lock);');
  });

  test('knows its two labels', () => {
    expect(model?.configurations.map(({ hcd }) => hcd)).toEqual([model?.before, model?.after]);
  });
});

describe.skipIf(!sharedExists)('seed 001', () => {
  test('has three configurations of ehci and no deadlock', async () => {
    const labels = [
      'using interrupt threaded handler(default)',
      'using tasklet(#undef USB_HCD_THREADED_IRQ)',
      'using hard interrupt handler(by removing HCD_BH in ehci-hcd.c )',
    ];
    const model = await modelOfSeed('001', labels);
    expect(model).toMatchObject({ driver: 'ehci', source: 'text', hazards: [] });
    expect(model?.configurations.map(({ hcd }) => hcd.giveback.context)).toEqual([
      'threaded-irq',
      'tasklet',
      'hardirq',
    ]);
  });
});

describe.skipIf(!sharedExists)('seed 002', () => {
  test('is read from its labels and its message', async () => {
    const model = await modelOfSeed('002', ['xhci without tasklet', 'xhci with tasklet']);
    expect(model).toMatchObject({ driver: 'xhci', source: 'text', hazards: [] });
    expect(path(model?.before)).toEqual([false, 'hardirq', true, 'xhci->lock']);
    expect(path(model?.after)).toEqual([true, 'tasklet', false, 'xhci->lock']);
    expect(model?.configurations.map(({ hcd }) => hcd)).toEqual([model?.before, model?.after]);
  });
});

describe.skipIf(!sharedExists)('seed 003', () => {
  test('takes two locks less for each skb, and changes nothing else', async () => {
    const labels = ['calling skb_queue_tail()', 'jump to rx_cleanup directly'];
    const model = await modelOfSeed('003', labels);
    expect(model?.source).toBe('text');
    expect([model?.before.skbLockPairs, model?.after.skbLockPairs]).toEqual([4, 2]);
    expect(model?.after).toEqual({ ...model?.before, skbLockPairs: 2 });
    expect(model?.configurations.map(({ hcd }) => hcd.skbLockPairs)).toEqual([4, 2]);
  });
});

describe.skipIf(!sharedExists)('seed 004', () => {
  test('has buffers that are no longer coherent, and changes nothing else', async () => {
    const model = await modelOfSeed('004', ['usb_alloc_coherent', 'kmalloc']);
    expect(model).toMatchObject({ source: 'diff', hazards: [], unmodelled: [] });
    expect([model?.before.buffers.kind, model?.after.buffers.kind]).toEqual(['coherent', 'cached']);
    expect({ ...model?.after, buffers: model?.before.buffers }).toEqual(model?.before);
    expect(model?.configurations.map(({ hcd }) => hcd.buffers.kind)).toEqual(['coherent', 'cached']);
  });
});
