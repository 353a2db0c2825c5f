import type { ReportClaim } from '../report.ts';
import { COLOUR, chart, Plot } from './chart.ts';
import { fewDigits } from './few-digits.ts';
import type { Html } from './html.ts';

type Timeline = NonNullable<NonNullable<ReportClaim['replay']>['timeline']>;
type Side = Timeline['before'];
type Context = Side['windows'][number]['context'];

const FILL = {
  hardirq: COLOUR.claimed,
  softirq: COLOUR.replayed,
  thread: COLOUR.limit,
} as const satisfies Record<Context, string>;

const COLOUR_NAME = { hardirq: 'orange', softirq: 'blue', thread: 'purple' } as const satisfies Record<
  Context,
  string
>;

/** Of the width that is shown; a window of some nanoseconds would else be thinner than anything one can see. */
const NARROWEST = 1 / 200;
/** Room behind the last window, so that its end is seen as an end. */
const BEYOND_LAST = 1.05;

/** When the interrupted core has its interrupts off, before above after, in microseconds. Null where nothing was traced. */
export function timelineChart({ id, replay }: ReportClaim): Html | null {
  const timeline = timelineOf(replay);
  if (timeline === null) return null;
  const shownNs = shownSpanNs(timeline);
  const bars = [...barsOf('before', timeline.before, shownNs), ...barsOf('after', timeline.after, shownNs)];
  return chart(`${id}: ${longestWords(timeline)}`, {
    height: 108,
    marginLeft: 66,
    marginRight: 22,
    marginTop: 14,
    marginBottom: 42,
    x: {
      domain: [0, shownNs / 1000],
      ticks: 4,
      tickSize: 3,
      label: 'since the interrupt, µs',
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: 36,
    },
    y: { domain: ['before', 'after'], label: null, tickSize: 0, padding: 0.25 },
    marks: [
      Plot.gridY(['before', 'after'], { stroke: COLOUR.rule, strokeOpacity: 0.6 }),
      Plot.barX(bars, { x1: 'fromUs', x2: 'toUs', y: 'when', fill: 'fill' }),
    ],
  });
}

/** What the colours mean, and the longest stretch of the whole run on either side. */
export function timelineLegend({ replay }: ReportClaim): string {
  const timeline = timelineOf(replay);
  if (timeline === null) return '';
  const contexts = new Set(
    [...timeline.before.windows, ...timeline.after.windows].map(({ context }) => context),
  );
  const colours = [...contexts].map((context) => `${COLOUR_NAME[context]}: ${context}`).join(', ');
  return `Interrupts off on the core that the controller interrupts, in one run at the middle of the priors (${colours}); ${longestWords(timeline)}.`;
}

function timelineOf(replay: ReportClaim['replay']): Timeline | null {
  const timeline = replay?.timeline ?? null;
  return timeline === null || timeline.before.windows.length + timeline.after.windows.length === 0
    ? null
    : timeline;
}

function longestWords({ before, after }: Timeline): string {
  return `longest stretch of the run: ${inWords(before)} before, ${inWords(after)} after`;
}

function inWords({ longestNs }: Side): string {
  return longestNs < 1000 ? `${longestNs} ns` : `${fewDigits(longestNs / 1000)} µs`;
}

/** Most of an interrupt's period nothing happens: only the part with windows is drawn. */
function shownSpanNs({ spanNs, before, after }: Timeline): number {
  const ends = [...before.windows, ...after.windows].map(({ endNs }) => endNs);
  return Math.max(1, Math.min(spanNs, BEYOND_LAST * Math.max(...ends)));
}

function barsOf(when: string, { windows }: Side, shownNs: number) {
  return windows.map(({ startNs, endNs, context }) => ({
    when,
    fromUs: startNs / 1000,
    toUs: Math.min(shownNs, Math.max(endNs, startNs + NARROWEST * shownNs)) / 1000,
    fill: FILL[context],
  }));
}
