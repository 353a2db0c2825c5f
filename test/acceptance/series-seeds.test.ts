import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Letter } from '../../src/ingest/letter.ts';
import { collectSeries, currentSeries } from '../../src/series/collect-series.ts';
import type { Patch, Series } from '../../src/series/series.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

async function seed(number: string): Promise<{ letter: Letter; series: Series }> {
  const name = readdirSync(shared('seeds')).find((file) => file.startsWith(`${number}_`)) ?? '';
  const { value, problems } = await readDocument(readFileSync(shared(`seeds/${name}`)));
  const series = currentSeries(collectSeries(value, seriesLimits));
  const [letter] = value;
  if (letter === undefined || series === null) throw new Error(`nothing was read of seed ${number}`);
  expect(problems).toEqual([]);
  expect(value).toHaveLength(1);
  return { letter, series };
}

function changes(patch: Patch | undefined): readonly string[] {
  return patch?.files.map((file) => `${file.path} +${file.added} -${file.removed}`) ?? [];
}

function lineOf(letter: Letter, start: string): number {
  return letter.text.split('\n').findIndex((line) => line.startsWith(start)) + 1;
}

describe.skipIf(!sharedExists)('the five seed documents become series', () => {
  test('a lore message without line breaks gives its headers, its lines and the patch its author quotes', async () => {
    const { letter, series } = await seed('000');
    expect(letter).toMatchObject({
      messageId: '20190507160219.GB2427@localhost.localdomain',
      inReplyTo: '20190401141611.10087-1-suwan.kim027@gmail.com',
      date: '2019-05-08T01:02:20+09:00',
      subject: 'Re: [PATCH v2] usb: host: xhci: Support running urb giveback in tasklet context',
    });
    expect(letter.problems.map(({ code }) => code)).toContain('line-breaks-lost');
    expect(lineOf(letter, '> 103.667MB/s | 103.692MB/s')).toBeGreaterThan(1);
    expect(lineOf(letter, 'Hi, I sent this patch')).toBe(lineOf(letter, '> 2.20.1') + 2);
    expect(series).toMatchObject({
      subject: 'usb: host: xhci: Support running urb giveback in tasklet context',
      version: 2,
      total: 1,
      complete: true,
      missing: [],
      replies: 1,
      versions: [{ version: 2, messageId: '20190401141611.10087-1-suwan.kim027@gmail.com' }],
    });
    expect(series.author?.name).toBe('Suwan Kim');
    expect(series.patches).toHaveLength(1);
    expect(series.patches[0]).toMatchObject({ index: 1, from: 'quoted', patchId: null });
    expect(changes(series.patches[0])).toEqual([
      'drivers/usb/host/xhci-ring.c +0 -2',
      'drivers/usb/host/xhci.c +1 -1',
    ]);
  });

  test('the same message with every line feed turned into a blank is read the same', async () => {
    const name = readdirSync(shared('seeds')).find((file) => file.startsWith('000_')) ?? '';
    const text = readFileSync(shared(`seeds/${name}`), 'utf8').replaceAll('\n', ' ');
    const { value } = await readDocument(text);
    const series = currentSeries(collectSeries(value, seriesLimits));
    expect(changes(series?.patches[0])).toEqual([
      'drivers/usb/host/xhci-ring.c +0 -2',
      'drivers/usb/host/xhci.c +1 -1',
    ]);
  });

  test('an archive page of a reply names the series it answers, all of whose patches are missing', async () => {
    const { letter, series } = await seed('001');
    expect(letter).toMatchObject({ messageId: null, date: null, source: 'archive-page' });
    expect(letter.from).toEqual({ name: 'Ming Lei', address: null });
    expect(letter.text).toContain('33.440 MB/sec');
    expect(series).toMatchObject({
      subject: 'USB: HCD/EHCI: giveback of URB in tasklet context',
      rfc: true,
      version: 1,
      total: 4,
      coverLetter: false,
      complete: false,
      missing: [1, 2, 3, 4],
      patches: [],
      replies: 1,
    });
  });

  test('a forge page of a commit gives the message alone, with its trailers and the posting they link', async () => {
    const { letter, series } = await seed('002');
    expect(letter.source).toBe('commit-page');
    expect(letter.text.split('\n').at(-2)).toBe(
      'Signed-off-by: Greg Kroah-Hartman <gregkh@linuxfoundation.org>',
    );
    expect(letter.text).not.toMatch(/OnePlus|README|Linux kernel\n/);
    expect(series.patches).toHaveLength(1);
    expect(series.patches[0]).toMatchObject({
      from: 'diffless',
      files: [],
      messageId: '1573836603-10871-4-git-send-email-mathias.nyman@linux.intel.com',
    });
    expect(series.trailers.map(({ key }) => key)).toEqual([
      'Signed-off-by',
      'Signed-off-by',
      'Link',
      'Signed-off-by',
    ]);
    expect(series.author).toEqual({ name: 'Suwan Kim', address: 'suwan.kim027@gmail.com' });
    expect(series.complete).toBe(true);
  });

  test('a message without its first headers tells the patch it answers four letters up', async () => {
    const { letter, series } = await seed('003');
    expect(letter.messageId).toBe('403f3ea8-eeec-2a78-640e-c11c3fe28f45@ooseel.net');
    expect(letter.text).toContain('I have tested both case with perf');
    expect(series).toMatchObject({
      subject: 'usbnet: jump to rx_cleanup case instead of calling skb_queue_tail',
      version: 1,
      total: 1,
      author: { name: 'Leesoo Ahn', address: 'lsahn@ooseel.net' },
    });
    expect(series.patches).toHaveLength(1);
    expect(series.patches[0]).toMatchObject({
      from: 'diffless',
      messageId: '20221217161851.829497-1-lsahn@ooseel.net',
    });
  });

  test('a hard-wrapped patch, interrupted by its reviewer, is put together and closes its own counts', async () => {
    const { letter, series } = await seed('004');
    expect(letter.date).toBe('2018-08-09T05:44:15-05:00');
    expect(letter.problems.map(({ code }) => code)).toContain('address-masked');
    expect(series).toMatchObject({ version: 2, total: 2, complete: false, missing: [1], replies: 1 });
    expect(series.author).toEqual({ name: 'Matwey V. Kornilov', address: null });
    expect(series.patches).toHaveLength(1);
    expect(series.patches[0]).toMatchObject({ index: 2, from: 'quoted', patchId: null });
    expect(changes(series.patches[0])).toEqual(['drivers/media/usb/pwc/pwc-if.c +3 -9']);
    const removed = series.patches[0]?.files[0]?.hunks[0]?.lines.filter(({ kind }) => kind === '-') ?? [];
    expect(removed[0]?.text.trim()).toBe('urb->transfer_flags = URB_ISO_ASAP | URB_NO_TRANSFER_DMA_MAP;');
    expect(removed.at(-1)?.text.trim()).toBe('&urb->transfer_dma);');
    expect(series.trailers.map(({ key, value }) => `${key}: ${value.split(' <')[0]}`)).toContain(
      'Reviewed-by: Laurent Pinchart',
    );
    expect(series.problems.map(({ code }) => code)).toEqual([
      'diff-mended',
      'diff-mended',
      'diff-mended',
      'patch-missing',
    ]);
  });
});
