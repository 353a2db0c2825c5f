import { expect, it } from 'vitest';
import type { Replay } from '../../src/replay/replay.ts';
import { becauseReplayed } from '../../src/verdict/because.ts';
import { claimOf, replayed } from './claim-builder.ts';

function replayOf(low: number, high: number, more: Partial<Replay> = {}): Replay {
  const made = replayed(low, high);
  if (made.did !== 'replayed') throw new Error('not replayed');
  return { ...made.replay, ...more };
}

const claim = claimOf({ unit: 'MB/s', before: 100, after: 106 });
const reasons = { claim, marginPercent: 1.9, reservation: null };

it('names the value that one parameter would need, in words and units', () => {
  const implied = {
    parameter: 'irqThreadNs',
    needed: 979.4,
    plausible: { low: 1500, high: 12000 },
    verdict: 'implausible',
  } as const;
  const text = becauseReplayed({
    ...reasons,
    replay: replayOf(-0.1, 0.1, { implied }),
    verdict: 'unexplained',
  });
  expect(text).toContain('it would need irq thread of 979 ns (implausible, usual is 1500 … 12000 ns)');
});

it('says that no cost would be enough, where less than none would be needed', () => {
  const plausible = { low: 1500, high: 12000 };
  const implied = { parameter: 'irqThreadNs', needed: -9788, plausible, verdict: 'implausible' } as const;
  const replay = replayOf(-0.1, 0.1, { implied });
  expect(becauseReplayed({ ...reasons, replay, verdict: 'unexplained' })).toContain(
    'no irq thread would be enough, usual is 1500 … 12000 ns',
  );
});

it('says of a model that finds nothing what it leaves out', () => {
  const replay = replayOf(-0.1, 0.1);
  const reservation = 'no other load is played';
  expect(becauseReplayed({ ...reasons, reservation, replay, verdict: 'undetermined' })).toContain(
    'no effect that such figures could show, but no other load is played',
  );
});

it('names the parameter that decides an open claim', () => {
  const decidedBy = { parameter: 'machineClass', share: 0.37 };
  const text = becauseReplayed({
    ...reasons,
    replay: replayOf(-5, 5, { decidedBy }),
    verdict: 'undetermined',
  });
  expect(text).toBe(
    'The mail has +6.0 %; in our model the change would give −5.0 … +5.0 %: ' +
      'the model does not fix the direction; machine class decides 37 % of it.',
  );
});

it('says why the model does not speak against a claim', () => {
  const reservation = 'the change of a.c is not modelled';
  const text = becauseReplayed({
    ...reasons,
    reservation,
    replay: replayOf(-5, -4),
    verdict: 'undetermined',
  });
  expect(text).toContain('the other direction, but the change of a.c is not modelled');
});

it('says that nothing moves where the interval is nothing', () => {
  const text = becauseReplayed({ ...reasons, replay: replayOf(0, 0), verdict: 'unexplained' });
  expect(text).toContain('the change would move nothing: possible, but not by the modelled mechanism');
});
