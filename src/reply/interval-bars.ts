import type { ReportClaim } from '../report.ts';
import { type Band, type Domain, domainOf, isComparable, noiseBand } from './comparison.ts';
import { percentWithSign } from './figures.ts';
import type { Paint } from './paint.ts';

/** Columns of one bar. Wider ones say no more: an interval has two ends and a middle. */
const CELLS = 44;
const LABEL_COLUMNS = 9;

/**
 * A bar for each claim that has something beside it: the claimed change, the replayed interval, what noise reaches, and
 * no change at all. Every bar has a scale of its own, whose ends stand beside it. Empty where there is nothing to draw.
 */
export function intervalBars(claims: readonly ReportClaim[], paint: Paint): string[] {
  const rows = claims.filter(isComparable).map((claim) => row(claim, paint));
  if (rows.length === 0) return [];
  const key = `claimed ${paint('bad', '◆')}   replayed ${paint('strong', '━●━')}   noise ${paint('quiet', '░')}   no change │`;
  return [`  ${' '.repeat(LABEL_COLUMNS + 6)}${key}`, ...rows];
}

function row(claim: ReportClaim, paint: Paint): string {
  const [low, high] = domainOf(claim, noiseBand(claim), undefined);
  const label = (percent: number) => percentWithSign(percent).trim();
  const number = claim.id.replace(/^c/, '').padStart(3);
  return `${number}  ${label(low).padStart(LABEL_COLUMNS)}  ${bar(claim, [low, high], paint)}  ${label(high)}`;
}

function bar(claim: ReportClaim, domain: Domain, paint: Paint): string {
  const marks = marksOf(claim, domain);
  return Array.from({ length: CELLS }, (_, cell) => markAt(marks, cell, paint)).join('');
}

/** Cells from the left, 0 to CELLS - 1; null where there is no such mark. */
interface Marks {
  readonly zero: number;
  readonly claimed: number | null;
  readonly replayed: { readonly from: number; readonly middle: number; readonly to: number } | null;
  readonly noise: { readonly from: number; readonly to: number } | null;
}

function marksOf({ deltaPercent, replay, findings }: ReportClaim, [low, high]: Domain): Marks {
  const cellOf = (percent: number) => Math.round(((percent - low) / (high - low)) * (CELLS - 1));
  const band: Band | null = noiseBand({ findings });
  return {
    zero: cellOf(0),
    claimed: deltaPercent === null ? null : cellOf(deltaPercent),
    replayed:
      replay === null
        ? null
        : {
            from: cellOf(replay.deltaPercent.p05),
            middle: cellOf(replay.deltaPercent.p50),
            to: cellOf(replay.deltaPercent.p95),
          },
    noise: band === null ? null : { from: cellOf(band.x1), to: cellOf(band.x2) },
  };
}

/** What speaks most comes first: two marks on one cell are one mark. */
function markAt({ zero, claimed, replayed, noise }: Marks, cell: number, paint: Paint): string {
  if (cell === claimed) return paint('bad', '◆');
  if (replayed !== null && cell === replayed.middle) return paint('strong', '●');
  if (cell === zero) return '│';
  if (replayed !== null && cell >= replayed.from && cell <= replayed.to) return paint('strong', '━');
  if (noise !== null && cell >= noise.from && cell <= noise.to) return paint('quiet', '░');
  return ' ';
}
