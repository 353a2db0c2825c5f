import type { Report, ReportClaim } from '../report.ts';
import { visible } from './visible.ts';

type Settle = NonNullable<ReportClaim['settle']>;

/** What measurement would decide the open claims; claims that the same measurement settles share a line. */
export function settleLines(report: Report, name: (id: string) => string = bareNumber): string[] {
  const byMeasure = new Map<string, string[]>();
  for (const claim of report.claims) {
    if (claim.settle === null) continue;
    const measure = settleWords(claim.settle);
    byMeasure.set(measure, [...(byMeasure.get(measure) ?? []), name(claim.id)]);
  }
  return [...byMeasure].map(([measure, ids]) => `What would settle ${listed(ids)}: ${measure}`);
}

const bareNumber = (id: string) => id.replace(/^c/, '');

/** One measurement in words: how many runs, by what command, beside which counter. */
export function settleWords({ runs, command, counter }: Settle): string {
  const parts = [
    runs === null ? null : `at least ${runs} runs a side, with their spread`,
    command === null ? null : visible(command),
    counter === null ? null : `beside ${visible(counter)}`,
  ];
  return parts.filter((part) => part !== null).join('; ');
}

function listed(ids: readonly string[]): string {
  const last = ids.at(-1) ?? '';
  return ids.length < 2 ? last : `${ids.slice(0, -1).join(', ')} and ${last}`;
}
