import { expect, it } from 'vitest';
import { storageRates } from '../../src/verdict/storage-rates.ts';
import { claimsOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const disk: Sketch = { unit: 'MB/s', after: 120, where: { messageId: 'm', line: 30, text: '' } };
const interrupts: Sketch = {
  unit: '/s',
  metric: 'irq-rate',
  after: 3000,
  where: { messageId: 'm', line: 31, text: '' },
};
const switches: Sketch = { ...interrupts, metric: 'context-switch-rate', after: 6000 };

function closes(sketch: Sketch, beside: Sketch = disk): string | null {
  const { claims } = claimsOf(sketch, beside);
  const [claim] = claims;
  return claim === undefined ? null : storageRates(claim, claims, settings);
}

it('interrupt and context-switch rates follow from the transfer rate beside them', () => {
  expect(closes(interrupts)).toBe(
    '120 MB/s in commands of 120 KiB with three URBs each come to 2930 a second',
  );
  expect(closes(switches)).toContain('5860 a second');
});

it('a rate that follows from no usual command closes nothing', () => {
  expect(closes({ ...interrupts, after: 9000 })).toBeNull();
});

it('a transfer rate far away, of another mail or of a network closes nothing', () => {
  expect(closes(interrupts, { ...disk, where: { messageId: 'm', line: 90, text: '' } })).toBeNull();
  expect(closes(interrupts, { ...disk, where: { messageId: 'n', line: 31, text: '' } })).toBeNull();
  expect(closes(interrupts, { ...disk, workload: 'net-rx' })).toBeNull();
});
