import type { ReportClaim } from '../report.ts';
import { COLOUR, chart, Plot } from './chart.ts';
import { percentInterval, percentWithSign } from './figures.ts';
import type { Html } from './html.ts';
import { visible } from './visible.ts';

const CLAIMED = 'claimed';
const REPLAYED = 'replayed';
/** A limit that is farther away than this, in widths of the other marks, would squeeze them into a dot. */
const LIMIT_REACH = 1.5;

type Domain = readonly [low: number, high: number];

/** Two changes that differ by less are one dot, whatever the axis. */
const NARROWEST_PERCENT = 0.01;

interface Band {
  readonly x1: number;
  readonly x2: number;
  readonly says: string;
}

/**
 * The change that is claimed beside the one the model gives, in percent; behind them what noise alone reaches, and the
 * nearest physical limit where it is near. Null where there is nothing to compare.
 */
export function intervalChart(claim: ReportClaim): Html | null {
  const { deltaPercent, replay } = claim;
  const band = noiseBand(claim);
  const limit = nearLimit(claim, band);
  if (replay === null && band === null && limit === null) return null;
  const rows = [...(deltaPercent === null ? [] : [CLAIMED]), ...(replay === null ? [] : [REPLAYED])];
  return chart(inWords(claim), {
    height: 56 + 26 * rows.length,
    marginLeft: 66,
    marginRight: 22,
    marginTop: 14,
    marginBottom: 42,
    x: {
      domain: domainOf(claim, band, limit?.percent),
      nice: true,
      ticks: 4,
      tickFormat: tickText,
      tickSize: 3,
      label: 'change, %',
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: 36,
    },
    y: { domain: rows, label: null, tickSize: 0 },
    marks: [
      ...(band === null ? [] : [Plot.rectX([band], { x1: 'x1', x2: 'x2', fill: COLOUR.band })]),
      Plot.ruleX([0], { stroke: COLOUR.rule }),
      ...(limit === null ? [] : limitMarks(limit)),
      ...(replay === null ? [] : replayMarks(replay.deltaPercent)),
      ...(deltaPercent === null
        ? []
        : [Plot.dot([deltaPercent], { x: (value) => value, y: () => CLAIMED, fill: COLOUR.claimed, r: 5 })]),
    ],
  });
}

/** What the chart shows beside the claim and the replay, to be said under it; empty where it shows nothing more. */
export function chartLegend(claim: ReportClaim): string[] {
  const band = noiseBand(claim);
  const limit = nearLimit(claim, band);
  return [
    ...(band === null ? [] : [`grey: ${band.says}`]),
    ...(limit === null ? [] : [`dashed: ${limit.name}`]),
  ];
}

function replayMarks({
  p05,
  p50,
  p95,
}: {
  readonly p05: number;
  readonly p50: number;
  readonly p95: number;
}) {
  const y = () => REPLAYED;
  return [
    Plot.ruleY([[p05, p95]], {
      x1: '0',
      x2: '1',
      y,
      stroke: COLOUR.replayed,
      strokeWidth: 5,
      strokeLinecap: 'round',
    }),
    Plot.dot([p50], {
      x: (value) => value,
      y,
      fill: COLOUR.paper,
      stroke: COLOUR.replayed,
      strokeWidth: 2,
      r: 4,
    }),
  ];
}

function limitMarks({ percent }: { readonly percent: number }) {
  return [Plot.ruleX([percent], { stroke: COLOUR.limit, strokeWidth: 2, strokeDasharray: '4 3' })];
}

/** From the finding that speaks of the spread: the reach of noise around 0, or the changes the figures allow. */
function noiseBand({ findings }: ReportClaim): Band | null {
  for (const { numbers } of findings) {
    const { reachPercent, lowPercent, highPercent } = numbers;
    if (reachPercent !== undefined)
      return { x1: -reachPercent, x2: reachPercent, says: 'what noise alone reaches' };
    if (lowPercent !== undefined && highPercent !== undefined)
      return { x1: lowPercent, x2: highPercent, says: 'what the spread given allows' };
  }
  return null;
}

/** All that is shown, and 0; a width that no axis can be drawn for is widened. */
function domainOf(
  { deltaPercent, replay }: ReportClaim,
  band: Band | null,
  limit: number | undefined,
): Domain {
  const marks = [
    0,
    deltaPercent,
    replay?.deltaPercent.p05,
    replay?.deltaPercent.p95,
    band?.x1,
    band?.x2,
    limit,
  ];
  const known = marks.filter((mark) => typeof mark === 'number');
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return high - low < NARROWEST_PERCENT ? [low - NARROWEST_PERCENT, high + NARROWEST_PERCENT] : [low, high];
}

/** Short enough for four of them beside each other on a phone. */
function tickText(percent: number): string {
  const size = Math.abs(percent);
  const text = size >= 100_000 ? size.toExponential(0).replace('+', '') : `${Number(size.toPrecision(3))}`;
  return percent < 0 ? `\u2212${text}` : text;
}

/** The limit nearest to the claim, as a change from the side before it; null where it is far from all that is shown. */
function nearLimit(
  claim: ReportClaim,
  band: Band | null,
): { readonly name: string; readonly percent: number } | null {
  const { before, deltaPercent } = claim;
  if (before === null || before.base === 0 || deltaPercent === null) return null;
  const [low, high] = domainOf(claim, band, undefined);
  const limits = claim.limits
    .map(({ name, convention, base }) => ({
      name: [name, convention]
        .map(visible)
        .filter((part) => part !== '')
        .join(', '),
      percent: (100 * (base - before.base)) / before.base,
    }))
    .filter(({ percent }) => Math.abs(percent - deltaPercent) <= LIMIT_REACH * (high - low))
    .toSorted((a, b) => Math.abs(a.percent - deltaPercent) - Math.abs(b.percent - deltaPercent));
  return limits[0] ?? null;
}

function inWords({ id, deltaPercent, replay }: ReportClaim): string {
  const claimed = deltaPercent === null ? [] : [`claimed ${percentWithSign(deltaPercent).trim()}`];
  const replayed = replay === null ? [] : [`replayed ${percentInterval(replay.deltaPercent).trim()}`];
  return `${id}: ${[...claimed, ...replayed].join(', ')}`;
}
