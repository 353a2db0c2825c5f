import type { Report, Verdict } from '../report.ts';
import { visible } from './visible.ts';

/** Verdicts that a reader wants explained; the others say what everybody expected, or give no opinion. */
const EXPLAINED: ReadonlySet<Verdict> = new Set([
  'beyond-limit',
  'contradicted',
  'unexplained',
  'undetermined',
  'direction-only',
  'not-modelled',
]);

/** Why each open or surprising claim got its verdict, one sentence a claim. */
export function becauseLines(report: Report): string[] {
  return report.claims
    .filter(({ verdict }) => EXPLAINED.has(verdict))
    .map(({ id, because }) => `→ claim ${id.replace(/^c/, '')}  ${visible(because)}`);
}
