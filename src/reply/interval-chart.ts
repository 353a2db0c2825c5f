import type { ReportClaim } from '../report.ts';
import { COLOUR, chart, Plot } from './chart.ts';
import { domainOf, isComparable, nearLimit, noiseBand } from './comparison.ts';
import { percentInterval, percentWithSign } from './figures.ts';
import type { Html } from './html.ts';

const CLAIMED = 'claimed';
const REPLAYED = 'replayed';
/**
 * The change that is claimed beside the one the model gives, in percent; behind them what noise alone reaches, and the
 * nearest physical limit where it is near. Null where there is nothing to compare.
 */
export function intervalChart(claim: ReportClaim): Html | null {
  const { deltaPercent, replay } = claim;
  if (!isComparable(claim)) return null;
  const band = noiseBand(claim);
  const limit = nearLimit(claim, band);
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

/** Short enough for four of them beside each other on a phone. */
function tickText(percent: number): string {
  const size = Math.abs(percent);
  const text = size >= 100_000 ? size.toExponential(0).replace('+', '') : `${Number(size.toPrecision(3))}`;
  return percent < 0 ? `\u2212${text}` : text;
}

function inWords({ id, deltaPercent, replay }: ReportClaim): string {
  const claimed = deltaPercent === null ? [] : [`claimed ${percentWithSign(deltaPercent).trim()}`];
  const replayed = replay === null ? [] : [`replayed ${percentInterval(replay.deltaPercent).trim()}`];
  return `${id}: ${[...claimed, ...replayed].join(', ')}`;
}
