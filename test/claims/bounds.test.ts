import { describe, expect, it } from 'vitest';
import type { Claims } from '../../src/claims/claim.ts';
import { findClaims } from '../../src/claims/find-claims.ts';
import type { Problem, Read } from '../../src/problem.ts';
import { HEAVY_LETTERS } from '../bench/heavy-letters.ts';
import { LIMITS, threadOf } from './thread-of.ts';

function read(text: string): Read<Claims> {
  return findClaims(threadOf('usb: frob', text), LIMITS);
}

function tooMany(problems: readonly Problem[]): readonly string[] {
  return problems.flatMap((problem) => (problem.code === 'too-many' ? [problem.what] : []));
}

/** Each of these took minutes while some reader was quadratic; they come to an end within the time of a test. */
describe('findClaims on hostile letters', () => {
  it.each(HEAVY_LETTERS)('says where it stopped, or claims within the limits: $name', ({ text }) => {
    const { value, problems } = read(text);
    expect(value.claims.length).toBeLessThanOrEqual(LIMITS.claimsMax);
    const stops = problems.filter((problem) => problem.code === 'too-many');
    expect(stops.filter(({ at }) => at.messageId === null || at.line === null)).toEqual([]);
  });

  it('reads a line with a hundred thousand blanks', () => {
    expect(read(`| 933.86 Mbit/s${' '.repeat(100_000)}x\n`).value.claims).toEqual([]);
  });

  it('reads a table up to its limits and says so', () => {
    const row = `| a ${'| 1 MB/s '.repeat(45)}|\n`;
    const { value, problems } = read(`| name | before | after |\n${row.repeat(230)}`);
    expect(value.claims.length).toBeLessThanOrEqual(LIMITS.claimsMax);
    expect(tooMany(problems)).toEqual(expect.arrayContaining(['table rows', 'table columns']));
  });

  it('reads so many characters of lines with numbers, and says where it stopped', () => {
    const row = `| a ${'| 1 MB/s '.repeat(100)}|\n`;
    const { problems } = read(`| name | before | after |\n${row.repeat(1000)}`);
    expect(tooMany(problems)).toContain('characters of lines with numbers');
  });

  it('keeps two hundred of ten thousand claims and counts the rest', () => {
    const text = Array.from(
      { length: 10_000 },
      (_, at) => `test ${at}: ${at}.5 MB/s -> ${at + 1}.5 MB/s`,
    ).join('\n');
    const { value, problems } = read(text);
    expect(value.claims).toHaveLength(LIMITS.claimsMax);
    expect(tooMany(problems)).toEqual(['lines with numbers', 'claims']);
    expect(problems.map(({ at }) => at)).toEqual([
      { messageId: 'letter-1@example.org', line: LIMITS.numberLinesMax + 1 },
      { messageId: 'letter-1@example.org', line: LIMITS.claimsMax + 1 },
    ]);
  });

  it.each([
    [
      'ten thousand labels of one shape',
      Array.from({ length: 10_000 }, (_, at) => `case ${at} with patch: 5 MB/s`).join('\n'),
    ],
    ['ten thousand bullets', '- with 5 MB/s\n'.repeat(10_000)],
    [
      'ten thousand commands',
      Array.from(
        { length: 10_000 },
        (_, at) => `$ dd if=/dev/x${at % 3}\n9 bytes copied, 1.5 s, ${at} MB/s`,
      ).join('\n'),
    ],
    ['a line of side words', 'before after with without 5 MB/s '.repeat(20_000)],
    ['two hundred thousand digits', '1'.repeat(200_000)],
    ['quote marks only', `${'>'.repeat(50_000)} from 5 MB/s to 6 MB/s`],
  ])('comes to an end on %s', (_, text) => {
    expect(read(text).value.claims.length).toBeLessThanOrEqual(LIMITS.claimsMax);
  });

  it('gives finite numbers only when the state before is zero', () => {
    const [claim] = read('before: 0 MB/s\nafter: 5 MB/s (+inf%)\n').value.claims;
    expect(claim).toMatchObject({ before: { value: 0 }, after: { value: 5 }, deltaPercent: null });
  });

  it('reads nothing where the direction of writing is turned', () => {
    expect(read('rate \u202es/BM 5\u202c against 4 MB/s -> 5 MB/s').value.claims).toEqual([]);
  });
});
