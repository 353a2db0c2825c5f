import { expect, it } from 'vitest';
import { settleClaim } from '../../src/verdict/settle.ts';
import { claimOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const runs = (sketch: Sketch) => settleClaim(claimOf(sketch), settings).runs;

it('asks for the runs that the claimed effect needs at the usual spread', () => {
  expect(runs({ unit: 'Mbit/s', workload: 'net-rx', before: 100, after: 102 })).toBe(6);
  expect(runs({ unit: 'Mbit/s', workload: 'net-rx', before: 100, after: 105 })).toBe(3);
  expect(runs({ unit: 'Mbit/s', workload: 'net-rx', before: 100, after: 101 })).toBe(17);
});

it('takes the effect from the prose where the figures have none', () => {
  const stated = (text: string, size: object): Sketch => ({
    unit: '',
    workload: 'net-rx',
    kind: 'stated-only',
    stated: { text, ...size },
  });
  expect(runs(stated('5%', { percent: 5 }))).toBe(3);
  expect(runs(stated('twice', { factor: 2 }))).toBe(2);
});

it('names no number where the claim has no size, or none would do', () => {
  expect(runs({ unit: '', kind: 'qualitative' })).toBeNull();
  expect(runs({ unit: 'MB/s', before: 100, after: 100 })).toBeNull();
  expect(runs({ unit: 'MB/s', before: 1e6, after: 1e6 + 1 })).toBeNull();
});

it('suits the measurement to the workload', () => {
  const command = (workload: Sketch['workload'] & string) =>
    settleClaim(claimOf({ unit: 'MB/s', workload }), settings).command;
  expect(command('storage-read')).toContain('iflag=direct');
  expect(command('net-rx')).toContain('iperf3');
  expect(command('other')).toContain('perf stat -r 10');
});
