import type { Report, ReportFinding } from '../report.ts';
import { gatherFindings } from './gather-findings.ts';
import type { Paint } from './paint.ts';
import { visible } from './visible.ts';

const MARK = { error: '✗', warning: '!', info: '·' } as const satisfies Record<
  ReportFinding['severity'],
  string
>;
const TONE = { error: 'bad', warning: 'unsure', info: 'plain' } as const;
/** Deeper calls of a trace are not indented further: the screen has an end. */
const TRACE_DEPTH_MAX = 20;
const ORDER = ['error', 'warning', 'info'] as const;

/** Hazards first, with their trace, then every finding, the gravest first, in the order of the claims. */
export function findingLines(report: Report, paint: Paint): string[] {
  return [
    ...hazardLines(report.model, paint),
    ...ORDER.flatMap((severity) => linesOf(report, severity, paint)),
  ];
}

/** Each hazard in a sentence, with its trace below it: one call a line, the later the deeper. */
export function hazardLines(model: Report['model'], paint: Paint): string[] {
  const hazards = model?.hazards ?? [];
  return hazards.flatMap((hazard) => {
    const mark = paint(TONE[hazard.severity], MARK[hazard.severity]);
    const trace = hazard.trace.map(
      (call, depth) => `${'  '.repeat(Math.min(depth, TRACE_DEPTH_MAX))}  ${visible(call)}`,
    );
    return [
      `${mark} ${hazard.kind}  ${visible(hazard.because)}`,
      ...trace.map((line) => paint('quiet', line)),
    ];
  });
}

function linesOf(report: Report, severity: ReportFinding['severity'], paint: Paint): string[] {
  return gatherFindings(report)
    .filter((finding) => finding.severity === severity)
    .map(
      (finding) =>
        `${paint(TONE[severity], MARK[severity])} ${whose(finding, report)}  ${visible(finding.text)}`,
    );
}

function whose(finding: ReportFinding, report: Report): string {
  const numbers = finding.claims.map((id) => id.replace(/^c/, ''));
  if (numbers.length === 0) return 'series';
  if (numbers.length > 1 && numbers.length === report.claims.length) return 'all';
  return `claim ${numbers.join(', ')}`;
}
