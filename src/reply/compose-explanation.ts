import type { ReportClaim } from '../report.ts';
import { claimedFigures, percentWithSign } from './figures.ts';
import { paintWith } from './paint.ts';
import { parameterValue, parameterWords } from './parameter-words.ts';
import { indented, joinBlocks, labelled, type TextOptions } from './screen.ts';
import { visible } from './visible.ts';
import { verdictWords } from './words.ts';

interface Interval {
  readonly p05: number;
  readonly p50: number;
  readonly p95: number;
}

/** What is known of a replay beside the report. */
export interface ReplayExplained {
  readonly ending: { readonly stopped: 'decided' | 'budget'; readonly discarded: number } | null;
  /** What decides, most of all first; shares of the whole, 0..1. */
  readonly influences: readonly { readonly parameter: string; readonly share: number }[];
  readonly counterfactuals: readonly { readonly without: string; readonly deltaPercent: Interval | null }[];
  readonly confounders: readonly {
    readonly name: string;
    readonly reachPercent: { readonly low: number; readonly high: number };
    readonly suffices: boolean;
  }[];
  /** What the text told of the set-up of both sides. */
  readonly setUp?: string | null;
}

const INFLUENCES_SHOWN = 4;
const SHARE_SHOWN = 0.005;
/** Less than this is nothing that a benchmark could show, in percent. */
const REACH_SHOWN = 0.005;

/**
 * One screen on one claim, in the order a reviewer asks: what the model was fitted to, what it gives, what decides that,
 * what would have to be so for the claim to hold, what each change does for itself, and what else could be behind it.
 */
export function composeExplanation(
  claim: ReportClaim,
  explained: ReplayExplained | null,
  options: TextOptions,
): string {
  const paint = paintWith(options.hasColour);
  const title = `${claim.id}  ${visible(claim.quantity)}   ${visible(claimedFigures(claim))}   ${verdictWords(claim)}`;
  const head = [paint('strong', title), visible(claim.because)];
  return joinBlocks([
    head.map((line) => indented(line, options.columns)),
    ...pointsOf(claim, explained).map(([label, sentences]) => labelled(label, sentences, options.columns)),
  ]);
}

type Point = readonly [label: string, sentences: readonly string[]];

function pointsOf(claim: ReportClaim, explained: ReplayExplained | null): readonly Point[] {
  const { replay } = claim;
  if (replay === null) return [['replay', ['nothing was replayed']]];
  const setUp = explained?.setUp ?? null;
  const points: Point[] = [
    ...(setUp === null ? [] : [['set-up', [setUp]] as const]),
    ['calibration', [calibration(replay.calibratedOn)]],
    ['interval', intervalSentences(claim, replay, explained)],
  ];
  if (explained === null) return [...points, ['inverse', inverseSentences(claim)]];
  return [
    ...points,
    ['decided by', influenceSentences(explained)],
    ['inverse', inverseSentences(claim)],
    ['counterfactual', counterfactualSentences(explained)],
    ['confounders', confounderSentences(explained)],
  ];
}

type Replay = NonNullable<ReportClaim['replay']>;

/** "deviceNs to 34.26 MB/s" with the parameter explained. */
function calibration(calibratedOn: string): string {
  const [name = '', ...rest] = calibratedOn.split(' to ');
  if (rest.length === 0) return visible(calibratedOn);
  return `${parameterWords(name)} to the figure before, ${visible(rest.join(' to '))}; never to the one after`;
}

function intervalSentences(
  { deltaPercent }: ReportClaim,
  { deltaPercent: replayed, samples, closedForm }: Replay,
  explained: ReplayExplained | null,
): readonly string[] {
  const claimed =
    deltaPercent === null ? 'the claim is a direction' : `claimed ${percentWithSign(deltaPercent)}`;
  const form = closedForm === null ? '' : `; by formula ${change(closedForm)} at the middle of the priors`;
  return [
    `${changes(replayed)}; ${claimed}`,
    `${samples} pairs of runs${endingWords(explained?.ending ?? null)}${form}`,
  ];
}

function endingWords(ending: ReplayExplained['ending']): string {
  if (ending === null) return '';
  const stopped =
    ending.stopped === 'decided' ? ', more would not change the direction' : ', the budget ended';
  return ending.discarded === 0
    ? stopped
    : `${stopped}, ${ending.discarded} could not match the figure before`;
}

function influenceSentences({ influences }: ReplayExplained): readonly string[] {
  if (influences.length === 0) return ['nothing: no cost of the machine changes this difference'];
  return influences
    .filter(({ share }) => share >= SHARE_SHOWN)
    .slice(0, INFLUENCES_SHOWN)
    .map(({ parameter, share }) => `${parameterWords(parameter)}: ${Math.round(100 * share)} %`);
}

function inverseSentences({ replay, deltaPercent }: ReportClaim): readonly string[] {
  const implied = replay?.implied ?? null;
  if (implied === null || deltaPercent === null) return [];
  const { parameter, needed, plausible, verdict } = implied;
  const value = (ns: number): string => parameterValue(parameter, ns);
  if (needed < 0)
    return [
      `for ${percentWithSign(deltaPercent)} no ${parameter} would be enough: plausible is ${value(plausible.low)} … ${value(plausible.high)}`,
    ];
  const end = verdict === 'plausible' ? 'which may well be' : 'which can not be';
  return [
    `for ${percentWithSign(deltaPercent)} ${parameter} would have to be ${value(needed)}, ${end}: plausible is ${value(plausible.low)} … ${value(plausible.high)}`,
  ];
}

function counterfactualSentences({ counterfactuals }: ReplayExplained): readonly string[] {
  return counterfactuals.map(({ without, deltaPercent }) => {
    const rest = deltaPercent === null ? 'deadlocks' : `gives ${changes(deltaPercent)}`;
    return `without ${without} the rest of the series ${rest}`;
  });
}

/** The one that reaches farthest first; those that reach nowhere in one sentence. */
function confounderSentences({ confounders }: ReplayExplained): readonly string[] {
  const reaching = confounders.filter(({ reachPercent }) => reachPercent.high >= REACH_SHOWN);
  const others = confounders.filter((one) => !reaching.includes(one)).map(({ name }) => visible(name));
  return [
    ...reaching
      .toSorted((a, b) => b.reachPercent.high - a.reachPercent.high)
      .map(({ name, reachPercent, suffices }) => {
        const reach = `up to ${reachPercent.high.toFixed(2)} % either way`;
        return `${visible(name)}: ${reach}${suffices ? ', enough for the claim by itself' : ''}`;
      }),
    ...(others.length === 0 ? [] : [`would change nothing: ${others.join('; ')}`]),
  ];
}

/** "−4.11 … −0.2 %, middle −1.17 %", in as many digits as show a difference. */
function changes({ p05, p50, p95 }: Interval): string {
  if (p05 === 0 && p95 === 0) return 'no change at all';
  return `${change(p05)} … ${change(p95)} (5 to 95 %), middle ${change(p50)}`;
}

function change(percent: number): string {
  if (Math.abs(percent) < 1e-9) return 'nothing';
  return Math.abs(percent) >= 0.1 ? percentWithSign(percent) : `${signed(percent)} %`;
}

function signed(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${Number(Math.abs(percent).toPrecision(2))}`;
}
