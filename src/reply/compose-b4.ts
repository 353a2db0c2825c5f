import type { Report } from '../report.ts';
import { composePatchworkCheck } from './compose-patchwork-check.ts';
import { notJudged, reportPoints } from './points.ts';
import { settleLines } from './settle-lines.ts';
import { visible } from './visible.ts';

/** One result of a check command of `b4 review`. Source: b4 docs/maintainer/review.rst, "CI check integration". */
export interface B4Check {
  readonly tool: 'giveback';
  readonly status: 'pass' | 'warn' | 'fail';
  readonly summary: string;
  readonly url?: string;
  readonly details?: string;
}

const STATUS = { success: 'pass', warning: 'warn', fail: 'fail' } as const;

/** The array that `b4 review` reads from a check command; empty where there is nothing to say of this mail. */
export function composeB4(
  report: Report,
  context: { readonly url: string | null; readonly isGate: boolean },
): B4Check[] {
  if (report.outcome === 'nothing-to-evaluate') return [];
  const { state, description } = composePatchworkCheck(report, context);
  const details = detailLines(report);
  return [
    {
      tool: 'giveback',
      status: STATUS[state],
      summary: description,
      ...(context.url === null ? {} : { url: context.url }),
      ...(details.length === 0 ? {} : { details: details.join('\n') }),
    },
  ];
}

function detailLines(report: Report): string[] {
  const points = reportPoints(report).map(
    ({ severity, claims, kind, text }) =>
      `${severity}: ${claims.length === 0 ? kind : claims.join(', ')}: ${visible(text)}`,
  );
  const silent = notJudged(report).map(
    ({ claims, because }) => `not judged: ${claims.join(', ')}: ${visible(because)}`,
  );
  return [...points, ...silent, ...settleLines(report, (id) => id)];
}
