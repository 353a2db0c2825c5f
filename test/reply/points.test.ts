import { expect, test } from 'vitest';
import { notJudged, reportPoints } from '../../src/reply/points.ts';
import { claimOf, hazardOf, modelOf, reportOf } from '../support/reports.ts';

const finding = { kind: 'no-spread', severity: 'info', text: 'no spread is given.', numbers: {} } as const;
const mismatch = {
  kind: 'stated-mismatch',
  severity: 'error',
  text: '2 % is not 6 %.',
  numbers: {},
} as const;

test('points come gravest first: hazards, figures that disagree, then what the model does not explain', () => {
  const claims = [
    claimOf({ findings: [finding], verdict: 'unexplained', because: 'the model lies inside the margin.' }),
    claimOf({ id: 'c2', findings: [finding, mismatch] }),
  ];
  const points = reportPoints(reportOf({ claims, model: modelOf({ hazards: [hazardOf()] }) }));
  expect(points.map(({ kind, claims: ids }) => [kind, ids])).toEqual([
    ['self-deadlock', []],
    ['stated-mismatch', ['c2']],
    ['unexplained', ['c1']],
    ['no-spread', ['c1', 'c2']],
  ]);
});

test('claims that were not judged for one reason stand together', () => {
  const because = 'the driver is not modelled.';
  const claims = [
    claimOf({ because }),
    claimOf({ id: 'c2', because, verdict: 'not-replayed' }),
    claimOf({ id: 'c3', verdict: 'reproduced' }),
  ];
  expect(notJudged(reportOf({ claims }))).toEqual([{ claims: ['c1', 'c2'], because }]);
});
