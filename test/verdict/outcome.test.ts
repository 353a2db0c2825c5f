import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outcome, Verdict } from '../../src/report.ts';
import { outcomeOf, summarize } from '../../src/verdict/outcome.ts';

const VERDICTS: readonly Verdict[] = [
  'no-effect-agreed',
  'reproduced',
  'direction-only',
  'unexplained',
  'contradicted',
  'undetermined',
  'beyond-limit',
  'not-modelled',
  'not-replayed',
];

/** The contract's order, the gravest first. */
const ORDER: readonly Outcome[] = [
  'hazard',
  'beyond-limit',
  'contradicted',
  'inconsistent',
  'unexplained',
  'undetermined',
  'supported',
  'nothing-to-evaluate',
];

function judgedOf(verdicts: readonly Verdict[], isDisputed: boolean) {
  const finding = {
    kind: 'stated-mismatch',
    severity: 'error',
    text: '',
    numbers: {},
    claims: ['c1'],
  } as const;
  const byClaim = new Map(
    verdicts.map((verdict, index) => [`c${index + 1}`, { verdict, because: '', settle: null }] as const),
  );
  return {
    byClaim,
    audited: { byClaim: new Map(), findings: isDisputed ? [finding] : [] },
    model: null,
    probes: [],
  };
}

const verdicts = fc.array(fc.constantFrom(...VERDICTS), { minLength: 1, maxLength: 6 });

it('another claim never makes the outcome better, unless nothing was replayed before', () => {
  fc.assert(
    fc.property(verdicts, fc.constantFrom(...VERDICTS), fc.boolean(), (given, another, isDisputed) => {
      const before = outcomeOf(judgedOf(given, isDisputed));
      const after = outcomeOf(judgedOf([...given, another], isDisputed));
      const isFirstReplay = before === 'undetermined' && !given.includes('undetermined');
      expect(ORDER.indexOf(after) <= ORDER.indexOf(before) || isFirstReplay).toBe(true);
    }),
  );
});

it('does not hang on the order of the claims', () => {
  fc.assert(
    fc.property(verdicts, fc.boolean(), (given, isDisputed) => {
      expect(outcomeOf(judgedOf(given.toReversed(), isDisputed))).toBe(
        outcomeOf(judgedOf(given, isDisputed)),
      );
    }),
  );
});

it('is said in one sentence that counts every claim', () => {
  fc.assert(
    fc.property(verdicts, (given) => {
      const summary = summarize(judgedOf(given, false));
      expect(summary).toMatch(/^[A-Z][^.]*\.$/);
      const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
      const said = summary.toLowerCase().split(' ');
      const counted = said
        .filter((_, index) => said[index + 1]?.startsWith('claim'))
        .map((word) => words.indexOf(word));
      expect(counted.reduce((sum, number) => sum + number, 0)).toBe(given.length);
    }),
  );
});
