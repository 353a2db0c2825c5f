import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FilingOrder } from '../../workers/filing-order.ts';

describe('documents that are filed side by side', () => {
  it('begin in the order they came, each when the one before passed its turn on', async () => {
    const order = new FilingOrder();
    const told: string[] = [];
    const one = (name: string, readMs: number, diskMs: number) =>
      order.next(async (pass) => {
        told.push(`${name} begins`);
        await sleep(readMs);
        pass();
        await sleep(diskMs);
        told.push(`${name} is filed`);
      });
    await Promise.all([one('a', 20, 100), one('b', 1, 100), one('c', 1, 100)]);
    expect(told.slice(0, 3)).toEqual(['a begins', 'b begins', 'c begins']);
    expect(told.slice(3)).toEqual(['a is filed', 'b is filed', 'c is filed']);
  });

  it('wait for one that keeps its turn to its end, and for one that fails', async () => {
    const order = new FilingOrder();
    const told: string[] = [];
    const first = order.next(async () => {
      await sleep(20);
      told.push('the first is over');
      throw new Error('of the first');
    });
    const second = order.next(async () => {
      told.push('the second begins');
    });
    await expect(first).rejects.toThrow('of the first');
    await second;
    expect(told).toEqual(['the first is over', 'the second begins']);
  });
});
