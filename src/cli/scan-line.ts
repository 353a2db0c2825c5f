import { percentWithSign, sideFigure } from '../reply/figures.ts';
import { visible } from '../reply/visible.ts';
import type { ScannedSeries } from '../scan-thread.ts';

type Claimed = ScannedSeries['claims'][number];

/**
 * One line for one series, the columns of one width first so that lines stand under each other: the day, how many
 * claims, how many findings against them, then the subject, the figure that changed most and the Message-ID.
 */
export function scanLine(series: ScannedSeries): string {
  const { claims, date, messageId, subject } = series;
  const found = [...claims.flatMap((claim) => claim.findings), ...series.findings];
  const errors = found.filter(({ severity }) => severity === 'error').length;
  return [
    date?.slice(0, 10) ?? 'no date   ',
    counted(claims.length, 'claim', 10),
    counted(errors, 'error', 9),
    `${visible(subject)}${versionOf(series)}`,
    visible(strongest(claims)),
    messageId === null ? '' : `<${visible(messageId)}>`,
  ]
    .join('  ')
    .trimEnd();
}

function counted(count: number, name: string, width: number): string {
  const text = count === 0 ? '' : `${count} ${name}${count === 1 ? '' : 's'}`;
  return text.padStart(width);
}

function versionOf({ version }: ScannedSeries): string {
  return version > 1 ? ` (v${version})` : '';
}

/** The measured figure that changed most; a series without one shows what it says in words. */
function strongest(claims: readonly Claimed[]): string {
  const [most] = claims
    .filter(({ deltaPercent }) => deltaPercent !== null)
    .toSorted((a, b) => Math.abs(b.deltaPercent ?? 0) - Math.abs(a.deltaPercent ?? 0));
  if (most !== undefined) {
    const { quantity, before, after, unit, deltaPercent } = most;
    return `${quantity} ${sideFigure(before)} → ${sideFigure(after)} ${unit}, ${percentWithSign(deltaPercent ?? 0)}`;
  }
  const [first] = claims;
  const side = first?.after ?? first?.before ?? null;
  if (first === undefined) return '';
  return side === null
    ? `“${first.stated?.text ?? ''}”`
    : `${first.quantity} ${sideFigure(side)} ${first.unit}`;
}
