import type { Claim, Claims, Side, Stated } from '../../src/claims/claim.ts';
import type { Replay, Replayed } from '../../src/replay/replay.ts';

/** Size of one unit as authors write it, in base units. */
const SIZES: Readonly<Record<string, { readonly base: Claim['baseUnit']; readonly size: number }>> = {
  'MB/s': { base: 'B/s', size: 1e6 },
  'GB/s': { base: 'B/s', size: 1e9 },
  'Mbit/s': { base: 'bit/s', size: 1e6 },
  fps: { base: '1/s', size: 1 },
  '/s': { base: '1/s', size: 1 },
  pps: { base: '1/s', size: 1 },
  us: { base: 's', size: 1e-6 },
  ms: { base: 's', size: 1e-3 },
  '%': { base: '%', size: 1 },
  '': { base: '1', size: 1 },
};

type Figure =
  | number
  | { readonly value: number; readonly error?: number; readonly runs?: number; readonly label?: string };

export interface Sketch extends Partial<Omit<Claim, 'before' | 'after' | 'unit' | 'conditions' | 'stated'>> {
  readonly unit: string;
  readonly before?: Figure | null;
  readonly after?: Figure | null;
  readonly conditions?: Partial<Claim['conditions']>;
  readonly stated?: Partial<Stated> & { readonly text: string };
}

/** A claim from the few words that matter to a test; everything else is what an ordinary table row has. */
export function claimOf(sketch: Sketch): Claim {
  const { size, base } = SIZES[sketch.unit] ?? { size: 1, base: '1' as const };
  const before = sideOf(sketch.before, size, 'before');
  const after = sideOf(sketch.after, size, 'after');
  const both = before !== null && after !== null && before.value !== 0;
  return {
    id: 'c1',
    metric: 'throughput',
    quantity: 'read',
    baseUnit: base,
    better: 'higher',
    workload: 'storage-read',
    device: null,
    machine: null,
    values: [],
    deltaPercent: both ? 100 * (after.value / before.value - 1) : null,
    kind: 'measured',
    where: { messageId: 'claim@example.org', line: 1, text: '' },
    group: null,
    findings: [],
    ...sketch,
    before,
    after,
    stated:
      sketch.stated === undefined ? null : { percent: null, factor: null, direction: null, ...sketch.stated },
    conditions: { tools: [], frameBytes: null, bufferBytes: null, speed: null, ...sketch.conditions },
  };
}

/** Claims in the order given, numbered c1, c2, … unless they bring an id. */
export function claimsOf(...sketches: readonly Sketch[]): Claims {
  const claims = sketches.map((sketch, index) => claimOf({ id: `c${index + 1}`, ...sketch }));
  return { claims, findings: [], mentionedWorse: [] };
}

/** A replay that gave this interval, in percent, calibrated on the figure before. */
export function replayed(p05: number, p95: number): Replayed {
  const flat = { p05: 1, p50: 1, p95: 1 };
  const replay: Replay = {
    before: flat,
    after: flat,
    deltaPercent: { p05, p50: (p05 + p95) / 2, p95 },
    samples: 256,
    seed: 1,
    calibratedOn: 'deviceNs to the figure before',
    closedForm: null,
    timeline: null,
    decidedBy: null,
    sensitivity: [],
    implied: null,
    events: 1000,
  };
  return { did: 'replayed', replay };
}

function sideOf(figure: Figure | null | undefined, size: number, label: string): Side | null {
  if (figure === null || figure === undefined) return null;
  const given = typeof figure === 'number' ? { value: figure } : figure;
  const { value, error = null, runs = null } = given;
  return {
    value,
    base: value * size,
    error,
    errorKind: error === null ? null : 'unspecified',
    runs,
    label: given.label ?? label,
  };
}
