import { unitSpelling } from '../units/unit-spellings.ts';
import type { Circumstances } from './circumstances.ts';
import type { Claim, ErrorKind, Metric, Side } from './claim.ts';
import type { Direction } from './direction.ts';
import type { Draft, DraftSide } from './draft.ts';
import { betterIn, betterOf, metricOf, saidBetter } from './metric.ts';
import type { Line, Passage } from './passage.ts';
import { rankLabel } from './sides.ts';

/** A claim that has no id yet: ids are given when all claims of a series stand in order. */
export type Unnumbered = Omit<Claim, 'id'>;

/** A claim with the passage that states it. */
export interface Settled {
  readonly passage: Passage;
  readonly claim: Unnumbered;
  readonly form: Draft['form'];
  /** What it was read from; null for a claim of words alone. */
  readonly draft: Draft | null;
}

const WHERE_CHARACTERS = 200;
/** How the label of a side ends whose listing does not show the function at all. */
const ABSENT = '(absent)';

/**
 * Decides what a draft means: which configuration is the state before, and what the figures measure. Three or more
 * configurations give one claim for every alternative against the state before. The circumstances come later, for the
 * claims that are kept.
 */
export function settleDraft(draft: Draft, direction: Direction): readonly Settled[] {
  return claimsOf(draft, direction).map((claim) => ({
    passage: draft.passage,
    claim,
    form: draft.form,
    draft,
  }));
}

/** The claim with everything the mail says of how its figures came about. */
export function withCircumstances(
  { claim, draft }: Settled,
  circumstancesOf: (draft: Draft) => Circumstances,
): Unnumbered {
  if (!draft) return claim;
  const { runs, errorKind, workload, device, machine, conditions } = circumstancesOf(draft);
  const ran = (side: Side | null): Side | null =>
    side && { ...side, runs: side.runs ?? runs, errorKind: told(side.errorKind, errorKind) };
  const title = draft.titles.findLast((text) => text !== device);
  return {
    ...claim,
    quantity: draft.quantity || title || claim.metric,
    workload,
    device,
    machine,
    conditions,
    before: ran(claim.before),
    after: ran(claim.after),
    values: claim.values.flatMap((side) => ran(side) ?? []),
  };
}

function told(own: ErrorKind | null, said: ErrorKind | null): ErrorKind | null {
  return own === 'unspecified' ? (said ?? own) : own;
}

function claimsOf(draft: Draft, direction: Direction): readonly Unnumbered[] {
  const sides = draft.order === 'as-written' ? draft.sides : ranked(draft.sides, direction);
  const values = draft.sides.length > 2 ? draft.sides.map((side) => toSide(side, draft.unit)) : [];
  const common = commonPart(draft, values);
  const [first, ...others] = sides;
  if (first && others.length > 0) {
    // What only the later listing shows was below the tool's threshold before: no figure, so no claim.
    return first.label.endsWith(ABSENT) ? [] : others.map((other) => pair(common, first, other));
  }
  const isBefore = first !== undefined && rankLabel(first.label, [], direction) < 0;
  const only = first ? toSide(first, draft.unit) : null;
  return [{ ...common, before: isBefore ? only : null, after: isBefore ? null : only, deltaPercent: null }];
}

/** One more claim of the same comparison for a pair that the text names: "threaded as compared to tasklets". */
export function otherPair(claim: Unnumbered, before: Side, after: Side): Unnumbered {
  return { ...claim, before, after, deltaPercent: deltaPercent(before, after), stated: null, findings: [] };
}

/** What a claim without figures of its own has: a quantity and nothing measured. */
export function bareClaim(
  metric: Metric,
  quantity: string,
): Omit<Unnumbered, 'unit' | 'baseUnit' | 'stated' | 'kind' | 'where'> {
  return {
    metric,
    quantity,
    better: betterOf(metric),
    workload: 'other',
    device: null,
    machine: null,
    before: null,
    after: null,
    values: [],
    deltaPercent: null,
    group: null,
    conditions: { tools: [], frameBytes: null, bufferBytes: null, speed: null },
    findings: [],
  };
}

/** 100 * (after - before) / before from the figures as written; null where that is no number. */
export function deltaPercent(before: Side, after: Side): number | null {
  if (before.base === 0) return null;
  const delta = (100 * (after.base - before.base)) / before.base;
  return Number.isFinite(delta) ? delta : null;
}

/** The line as a reader sees it, without its margins. */
export function whereOf(messageId: string | null, line: Line): Claim['where'] {
  return { messageId, line: line.number, text: line.text.trim().slice(0, WHERE_CHARACTERS) };
}

type Common = Omit<Unnumbered, 'before' | 'after' | 'deltaPercent'>;

function commonPart(draft: Draft, values: readonly Side[]): Common {
  const labels = draft.sides.map((side) => side.label).join(' ');
  const words = [draft.quantity, labels, draft.caption, ...draft.titles.toReversed()].join('\n');
  const metric = draft.metric ?? metricOf(draft.baseUnit, draft.unit, words);
  return {
    ...bareClaim(metric, draft.quantity),
    unit: draft.unit,
    baseUnit: draft.baseUnit,
    better: draft.better === undefined ? (saidBetter(words) ?? betterIn(metric, draft.unit)) : draft.better,
    values,
    stated: draft.stated,
    kind: draft.kind,
    where: whereOf(draft.passage.messageId, draft.line),
    group: draft.block,
    findings: draft.findings,
  };
}

function pair(common: Common, before: DraftSide, after: DraftSide): Unnumbered {
  const sides = { before: toSide(before, common.unit), after: toSide(after, common.unit) };
  const where = whereOf(common.where.messageId, after.label.endsWith(ABSENT) ? before.line : after.line);
  return { ...common, ...sides, where, deltaPercent: deltaPercent(sides.before, sides.after) };
}

/** In the unit of the claim: a tool may print usec in one run and nsec in the next. */
function toSide({ value, base, error, isRange, errorKind, runs, label }: DraftSide, unit: string): Side {
  const factor = unitSpelling(unit)?.factor;
  const converted = factor === undefined ? value : base / factor;
  const isSame = Math.abs(converted - value) <= 1e-9 * Math.abs(value);
  const scale = isSame || value === 0 ? 1 : converted / value;
  const scaled = (amount: number): number => (scale === 1 ? amount : Number((amount * scale).toPrecision(9)));
  return {
    value: scaled(value),
    base,
    error: error === null ? null : scaled(error),
    errorKind: error === null ? null : isRange ? 'range' : (errorKind ?? 'unspecified'),
    runs,
    label,
  };
}

/** The state before first. Labels that say nothing, or the same, stay in the order of the mail. */
function ranked(sides: readonly DraftSide[], direction: Direction): readonly DraftSide[] {
  const labels = sides.map((side) => side.label);
  const ranks = sides.map((side, at) => ({
    side,
    at,
    rank: rankLabel(side.label, labels.toSpliced(at, 1), direction),
  }));
  const lowest = Math.min(...ranks.map((one) => one.rank));
  const first = ranks.find((one) => one.rank === lowest);
  if (!first) return sides;
  return [first.side, ...ranks.filter((one) => one !== first).map((one) => one.side)];
}
