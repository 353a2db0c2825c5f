import type { ReportClaim } from '../report.ts';
import { claimedFigures, percentInterval, percentWithSign } from './figures.ts';
import { paintWith } from './paint.ts';
import { indented, joinBlocks, type TextOptions } from './screen.ts';
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
}

const INFLUENCES_SHOWN = 4;

/** One screen on one claim: what it was fitted to, the interval, what decides it, and what else could be behind it. */
export function composeExplanation(
  claim: ReportClaim,
  explained: ReplayExplained | null,
  options: TextOptions,
): string {
  const paint = paintWith(options.hasColour);
  const title = `${claim.id}  ${visible(claim.quantity)}   ${visible(claimedFigures(claim))}   ${verdictWords(claim)}`;
  const blocks = [
    [paint('strong', title), visible(claim.because)],
    replayLines(claim, explained),
    explained === null ? [] : influenceLines(explained),
    impliedLines(claim),
    explained === null ? [] : counterfactualLines(explained),
    explained === null ? [] : confounderLines(explained),
  ];
  return joinBlocks(blocks.map((lines) => lines.map((line) => indented(line, options.columns))));
}

function replayLines({ replay, deltaPercent }: ReportClaim, explained: ReplayExplained | null): string[] {
  if (replay === null) return ['nothing was replayed'];
  const ending = explained?.ending ?? null;
  return [
    `fitted       ${visible(replay.calibratedOn)}`,
    `claimed      ${deltaPercent === null ? 'a direction' : percentWithSign(deltaPercent)}`,
    `replayed     ${percentInterval(replay.deltaPercent)}, middle ${percentWithSign(replay.deltaPercent.p50)}`,
    ...(replay.closedForm === null
      ? []
      : [`closed form  ${percentWithSign(replay.closedForm)} at the middle of the priors`]),
    `draws        ${replay.samples} pairs${endingWords(ending)}`,
  ];
}

function endingWords(ending: ReplayExplained['ending']): string {
  if (ending === null) return '';
  const stopped =
    ending.stopped === 'decided' ? ', more would not change the direction' : ', the budget ended';
  return ending.discarded === 0
    ? stopped
    : `${stopped}; ${ending.discarded} could not match the figure before`;
}

function influenceLines({ influences }: ReplayExplained): string[] {
  const shown = influences.slice(0, INFLUENCES_SHOWN);
  return shown.map(({ parameter, share }) => `decided by   ${parameter}  ${Math.round(100 * share)} %`);
}

function impliedLines({ replay }: ReportClaim): string[] {
  if (replay?.implied === undefined || replay.implied === null) return [];
  const { parameter, needed, plausible, verdict } = replay.implied;
  const range = `${rounded(plausible.low)} … ${rounded(plausible.high)}`;
  return [`to be true   ${parameter} would have to be ${rounded(needed)}; plausible is ${range}: ${verdict}`];
}

function counterfactualLines({ counterfactuals }: ReplayExplained): string[] {
  return counterfactuals.map(({ without, deltaPercent }) => {
    const rest = deltaPercent === null ? 'deadlocks' : `gives ${percentInterval(deltaPercent)}`;
    return `without      ${without} the rest of the series ${rest}`;
  });
}

function confounderLines({ confounders }: ReplayExplained): string[] {
  return confounders.map(({ name, reachPercent, suffices }) => {
    const reach = `${reachPercent.low.toFixed(2)} … ${reachPercent.high.toFixed(2)} %`;
    return `could be     ${visible(name)}: moves the figure by ${reach}${suffices ? ', enough by itself' : ''}`;
  });
}

function rounded(value: number): string {
  return `${Number(value.toPrecision(4))}`;
}
