import { describe, expect, it } from 'vitest';
import { type Allowed, type Facts, type Lived, type Planned, violations } from './invariants.ts';

const post = (key: string, over: Partial<Planned> = {}): Planned => ({
  ...{ key, sha256: `of ${key}`, state: 'settled', because: null, plannedAtMs: 1, claimedAtMs: 2 },
  ...over,
});
const taken = (key: string, over = {}) => ({ key, sha256: `of ${key}`, atMs: 5, ...over });
const worker = (over: Partial<Lived> = {}): Lived => ({
  ...{ name: 'w0', ownDeaths: 0, rssMegabytesMax: 90, log: 'all is well', descriptorsMore: 0 },
  ...over,
});

const sound: Facts = {
  planned: [post('a'), post('b')],
  taken: [taken('a'), taken('b')],
  audited: [taken('a'), taken('b')],
  ...{
    brokenAuditLine: null,
    activeTasks: 0,
    orphans: [],
    lived: [worker()],
    notLive: [],
    told: ['not now'],
  },
  ...{ nowMs: 100_000, canary: 'hunter2' },
};

describe('the invariants', () => {
  it('hold where every post arrived once', () => {
    expect(violations(sound)).toEqual([]);
  });

  it.each([
    ['I1', { taken: [taken('a'), taken('b'), taken('b')] }],
    ['I2', { planned: [post('a'), post('b', { state: 'planned' })] }],
    ['I2', { taken: [taken('a')] }],
    ['I2', { planned: [post('a'), post('b', { state: 'held', because: 'who knows' })] }],
    ['I3', { taken: [taken('a'), taken('b', { sha256: 'other' })] }],
    ['I3', { audited: [taken('a'), taken('b', { sha256: 'other' })] }],
    ['I4', { activeTasks: 1 }],
    ['I4', { orphans: ['process 7'] }],
    ['I4', { planned: [post('a'), post('b', { state: 'claimed' })] }],
    ['I4', { lived: [worker({ descriptorsMore: 6 })] }],
    ['I5', { brokenAuditLine: 4 }],
    ['I5', { audited: [taken('a')] }],
    ['I5', { audited: [taken('a'), taken('b'), taken('b')] }],
    ['I5', { audited: [taken('a'), taken('b'), taken('z')] }],
    ['I6', { taken: [taken('a'), taken('b'), taken('c')] }],
    ['I6', { taken: [taken('a'), taken('b', { atMs: 0 })] }],
    ['I7', { lived: [worker({ ownDeaths: 4 })] }],
    ['I7', { notLive: ['503'] }],
    ['I8', { told: ['no smtp://bot:hunter2@mail'] }],
    ['I8', { lived: [worker({ rssMegabytesMax: 600 })] }],
    ['I8', { lived: [worker({ log: 'the password is hunter2' })] }],
  ] as const)('%s is broken by %j', (name, over) => {
    const found = violations({ ...sound, ...over });
    expect(found.map((line) => line.slice(0, 2))).toContain(name);
  });

  it('let a post wait for a person only where that is allowed, and with a reason', () => {
    const held = (because: string | null): Facts => ({
      ...sound,
      planned: [post('a'), post('b', { state: 'held', because })],
      taken: [taken('a')],
      audited: [taken('a')],
    });
    const allowed: Allowed = { isHeldAllowed: true };
    expect(violations(held('nobody can tell'), allowed)).toEqual([]);
    expect(violations(held(null), allowed)).toHaveLength(1);
  });
});
