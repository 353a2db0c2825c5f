import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HAZARD_CHECKS } from '../../src/model/hazards.ts';
import { NAMED_PATTERNS, PATTERNS, SIMULATED_PATTERNS } from '../../src/model/patterns.ts';

const codes = new Set(PATTERNS.flatMap((pattern) => pattern.codes));
const docs = readFileSync(new URL('../../docs/model.md', import.meta.url), 'utf8').split('\n');
const rows = new Set(docs.flatMap((line) => /^\| ([PH]\d{1,2})\b/.exec(line)?.[1] ?? []));

test('each of the 32 patterns has a recogniser', () => {
  const all = Array.from({ length: 32 }, (_, index) => `P${`${index + 1}`.padStart(2, '0')}`);
  expect(all.filter((code) => !codes.has(code))).toEqual([]);
});

test('each pattern is simulated or says why not', () => {
  expect(SIMULATED_PATTERNS.length + NAMED_PATTERNS.length).toBe(PATTERNS.length);
  expect(NAMED_PATTERNS.filter(({ notPlayed }) => notPlayed === '')).toEqual([]);
});

test('each of the twelve hazards has a check, and patterns name no other', () => {
  const checks = new Set(HAZARD_CHECKS.map(({ code }) => code));
  expect([...checks].toSorted()).toEqual(
    Array.from({ length: 12 }, (_, index) => `H${index + 1}`).toSorted(),
  );
  expect(PATTERNS.flatMap(({ hazards }) => hazards).filter((code) => !checks.has(code))).toEqual([]);
});

test('docs/model.md has a row for each pattern and each hazard, and no other', () => {
  const first = PATTERNS.map((pattern) => pattern.codes[0]);
  const known = new Set([...first, ...HAZARD_CHECKS.map(({ code }) => code)]);
  expect([...rows].toSorted()).toEqual([...known].toSorted());
});
