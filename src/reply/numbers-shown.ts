import type { Report } from '../report.ts';
import { answerCounts, disagreeingClaims, gravestClaims } from './answers.ts';

/**
 * The numbers of a text that neither stand in the report, nor are one of its numbers rounded to the digits shown, nor
 * count its claims. A face that shows such a number has made it up.
 */
export function strangeNumbers(text: string, report: Report, known: readonly number[] = []): string[] {
  const { numbers, written } = numbersOf(report);
  const all = [...numbers, ...countsOf(report), ...known];
  const plain = text.replace(/<U\+[0-9A-F]{4,6}>/g, ' ');
  // "c5" and "v2" hold no number, and a sign is not part of one.
  return [...plain.matchAll(/(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)?/g)]
    .map(([shown]) => shown)
    .filter((shown) => !written.has(shown) && !all.some((number) => isShownAs(number, shown)));
}

function isShownAs(number: number, shown: string): boolean {
  const size = Math.abs(number);
  const decimals = shown.split('.')[1]?.length ?? 0;
  return `${size}` === shown || (decimals <= 100 && size.toFixed(decimals) === shown);
}

/** Every number of the report, and every number that stands in one of its texts. */
function numbersOf(report: Report): { readonly numbers: number[]; readonly written: ReadonlySet<string> } {
  const numbers: number[] = [];
  const written = new Set<string>();
  const pending: unknown[] = [report];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'number') numbers.push(value);
    else if (typeof value === 'string')
      for (const [shown] of value.matchAll(/\d+(?:\.\d+)?/g)) written.add(shown);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) pending.push(inner, ...asShown(name, inner));
    }
  }
  return { numbers, written };
}

/** Shares and ratios are kept as fractions and shown in percent; traced times are shown in microseconds. */
function asShown(name: string, value: unknown): number[] {
  if (typeof value !== 'number') return [];
  if (name === 'longestNs') return [value / 1000];
  return ['share', 'ratio'].includes(name) ? [value * 100] : [];
}

function countsOf(report: Report): number[] {
  const { claims, findings, problems, model, series } = report;
  const shown = [8, claims.length].map((rows) => claims.length - gravestClaims(report, rows).length);
  const answers = answerCounts(claims).map(({ count }) => count);
  const others = answers.map((_, first) => answers.slice(first).reduce((sum, count) => sum + count, 0));
  const lists = [claims, findings, problems, model?.hazards ?? [], series.patches, series.trailers];
  return [
    ...lists.map((list) => list.length),
    ...answers,
    ...others,
    disagreeingClaims(report).length,
    ...shown,
  ];
}
