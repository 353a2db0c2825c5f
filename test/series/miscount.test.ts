import { describe, expect, test } from 'vitest';
import { ADA, BEN, diffOf, type Posted, seriesOf } from './letters.ts';

const cover: Posted = { id: 'c', subject: '[PATCH v3 0/3] usb: three things', text: 'About them.' };

function patch(id: string, subject: string, more: Partial<Posted> = {}): Posted {
  return { id, subject, minute: 1, answers: ['c'], from: ADA, text: `Why.\n---\n${diffOf(id)}`, ...more };
}

const first = patch('p1', '[PATCH v3 1/3] usb: one');
const third = patch('p3', '[PATCH v3 3/3] usb: three');

describe('a patch that lost its number', () => {
  test.each(['[PATCH] usb: two', '[PATCH v3 /3] usb: two'])(
    'stands where one is missing: %s',
    async (subject) => {
      const all = await seriesOf([cover, first, third, patch('p2', subject)]);
      expect(all).toHaveLength(1);
      expect(all[0]).toMatchObject({
        version: 3,
        complete: true,
        problems: [{ code: 'number-lost', index: 2, total: 3, at: { messageId: 'p2' } }],
      });
      expect(all[0]?.patches.map(({ index, messageId }) => [index, messageId])).toEqual([
        [1, 'p1'],
        [2, 'p2'],
        [3, 'p3'],
      ]);
    },
  );

  test('a total that is a slip is believed no more than the others', async () => {
    const [series, ...more] = await seriesOf([cover, first, third, patch('p2', '[PATCH v3 2/2] usb: two')]);
    expect(more).toEqual([]);
    expect(series).toMatchObject({
      total: 3,
      complete: true,
      problems: [{ code: 'total-disagrees', stated: 2, found: 3, at: { messageId: 'p2' } }],
    });
  });

  const kept: readonly (readonly [string, readonly Posted[]])[] = [
    ['another author sent it', [patch('p2', '[PATCH] usb: two', { from: BEN })]],
    ['it answers another patch', [patch('p2', '[PATCH] usb: two', { answers: ['c', 'p1'] })]],
    ['there are two of them', [patch('p2', '[PATCH] usb: two'), patch('p4', '[PATCH] usb: four')]],
    ['it says another version', [patch('p2', '[PATCH v2] usb: two')]],
    ['its number is another', [patch('p2', '[PATCH v3 1/2] usb: two')]],
    ['nothing calls it a patch', [patch('p2', 'usb: two')]],
  ];
  test.each(kept)('stays alone where %s', async (_why, more) => {
    const [series] = await seriesOf([cover, first, third, ...more]);
    expect(series).toMatchObject({ complete: false, missing: [2] });
  });

  test('stays alone where two are missing', async () => {
    const [series] = await seriesOf([cover, first, patch('p2', '[PATCH] usb: two')]);
    expect(series?.missing).toEqual([2, 3]);
  });
});
