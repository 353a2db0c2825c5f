import type { Side } from './claim.ts';
import type { Figure } from './figures.ts';
import { deltaPercent, otherPair, type Settled, whereOf } from './settle.ts';
import { isUnsure, spokenOf, statedAlone } from './stated-alone.ts';
import { readStatements, type Statement } from './statement.ts';
import type { View } from './view.ts';

/** How far a stated figure may be from the measured one and still mean it, when no word ties the two. */
const LIKENESS = 0.2;
/** How near a summary must be to the figures that it only says again. */
const RESTATED = 0.05;

/**
 * Ties what the prose states to the figures it speaks of: by the figures beside it, by the line they share, by the
 * quantity it names, by the two configurations it names, and last by likeness within the nearest block above. What ties
 * to nothing is a claim of its own or nothing: a wrong tie would accuse the author of a contradiction he did not write.
 */
export function tieStatements(views: readonly View[], settled: readonly Settled[]): readonly Settled[] {
  let claims = settled;
  const alone: Settled[] = [];
  for (const statement of views.flatMap(readStatements)) {
    const tied = tie(claims, statement);
    if (tied) {
      claims = tied;
      continue;
    }
    const claim = isRestated(claims, statement) ? undefined : statedAlone(statement);
    if (claim && !alone.some((other) => isSameStatement(other, claim))) alone.push(claim);
  }
  return [...claims, ...alone];
}

/** The claims with the statement in its place, or undefined when it ties to none. */
function tie(claims: readonly Settled[], statement: Statement): readonly Settled[] | undefined {
  const own = claims.filter((one) => one.claim.kind === 'measured' && one.claim.before && one.claim.after);
  // A share that some claim measures is a figure, not a statement about one.
  if (own.some((one) => isMeasuredHere(one, statement))) return claims;
  const pair = namedPair(own, statement);
  if (pair) return [...claims, pair];
  const target =
    byFigures(own, statement) ??
    onSameLine(own, statement) ??
    byQuantity(own, statement) ??
    byLikeness(own, statement) ??
    byPoints(own, statement);
  if (!target) return undefined;
  // The first statement about a claim stands; a second one must not become a claim of its own either.
  if (target.claim.stated) return claims;
  const stated = { ...target, claim: { ...target.claim, stated: statement.stated } };
  return claims.map((one) => (one === target ? stated : one));
}

function isMeasuredHere({ passage, claim }: Settled, statement: Statement): boolean {
  const { figure, line } = statement;
  const isNear = passage === statement.passage && Math.abs(claim.where.line - line.number) <= 1;
  if (!isNear || claim.unit !== figure.unit || figure.sign !== null) return false;
  return isFigure(claim.before, figure) || isFigure(claim.after, figure);
}

/** "from 480 to 1376 (+186.7%)", "a 10% drop (844 to 763 Mbps)": the sentence gives both figures beside the percentage. */
function byFigures(claims: readonly Settled[], statement: Statement): Settled | undefined {
  const { passage, sentence, figure, figures } = statement;
  const at = figures.findIndex((one) => one.start === figure.start);
  if (at < 0) return undefined;
  const isOpened = sentence.slice(figure.end, figures[at + 1]?.start).includes('(');
  const behind = [figures[at + 1], figures[at + 2]];
  const before = [figures[at - 2], figures[at - 1]];
  for (const [one, other] of isOpened ? [behind, before] : [before, behind]) {
    const found = claims.find(
      ({ passage: place, claim }) =>
        place.letter === passage.letter && isFigure(claim.before, one) && isFigure(claim.after, other),
    );
    if (found) return speaksOf(found, statement) ? found : undefined;
  }
  return undefined;
}

/**
 * Whether a statement that stands by the figures of a claim is about them. One that is like them is; one that is not would
 * accuse the author, so that it must be plain: in the sentence of the figures, about their metric and no other thing, of
 * this version, and neither hoped for nor the end of a bracket that was open before.
 */
function speaksOf(one: Settled, statement: Statement): boolean {
  if (isAlike(one, statement, LIKENESS)) return true;
  const { figures, front, behind } = statement;
  const clause = `${front} ${behind}`;
  const isHere = figures.some((other) => isFigure(one.claim.after, other));
  return (
    isHere &&
    isOfMetric(one, statement) &&
    !closes(statement) &&
    !isUnsure(clause) &&
    !OTHER_VERSION.test(clause)
  );
}

const OTHER_VERSION =
  /\b(?:earlier|previous|first|older|original|last) (?:version|revision|patch|series|attempt|posting|iteration|approach)\b/i;

function isOfMetric({ claim }: Settled, statement: Statement): boolean {
  const [, metric] = spokenOf(statement) ?? [];
  if (metric === undefined) return !namesThing(statement.behind);
  return metric === claim.metric || metric === 'throughput';
}

/** "50% fewer packets", "4x larger buffers": what there is more or less of. */
function namesThing(behind: string): boolean {
  const thing = /^ *(?:fewer|less|more|larger|bigger|smaller) (?<thing>[a-z]+)/i.exec(behind)?.groups?.[
    'thing'
  ];
  return thing !== undefined && !COMPARING.has(thing.toLowerCase());
}

/** Whether it ends a bracket that stands before the figures: "HZ=100 instead of 1000 (10x less)". */
function closes({ sentence, figure, figures }: Statement): boolean {
  const isFirst = figures.some((other) => other.start > figure.end);
  return isFirst && /^[^(]*\)/.test(sentence.slice(figure.end));
}

const COMPARING = new Set(['than', 'for', 'in', 'on', 'of', 'at', 'with', 'when', 'while', 'if', 'compared']);

function isFigure(side: Side | null, figure: Figure | undefined): boolean {
  return side !== null && figure !== undefined && side.value === figure.value;
}

/**
 * A percentage on the line of one claim, with a sign, in brackets or with a word of direction in its clause. It must not
 * name another quantity, and where the line holds several claims only one may be like it.
 */
function onSameLine(claims: readonly Settled[], statement: Statement): Settled | undefined {
  const { passage, line, figure, sentence, stated } = statement;
  if (stated.percent === null) return undefined;
  const isMarked =
    figure.sign !== null || sentence.charAt(figure.start - 1) === '(' || stated.direction !== null;
  const [, metric] = spokenOf(statement) ?? [];
  const here = claims.filter(
    (one) =>
      one.passage === passage &&
      one.claim.where.line === line.number &&
      (metric === undefined || metric === one.claim.metric || metric === 'throughput'),
  );
  if (!isMarked) return undefined;
  const [only, ...others] = here;
  if (only !== undefined && others.length === 0) return speaksOf(only, statement) ? only : undefined;
  return here.find((one) => isAlike(one, statement, LIKENESS));
}

/** "5% for RX", "2 % in TX": the name behind the figure is the name of a row. */
function byQuantity(claims: readonly Settled[], { passage, behind }: Statement): Settled | undefined {
  const found = /^\s*(?:\w+ )?(?:for|in|on|of) (?:the )?(?<name>[\w-]{1,24})/.exec(behind);
  const name = found?.groups?.['name']?.toLowerCase();
  if (name === undefined) return undefined;
  const named = claims.filter(
    ({ passage: place, claim }) => place.letter === passage.letter && claim.quantity.toLowerCase() === name,
  );
  return named.length === 1 ? named[0] : undefined;
}

/** Within the nearest block above the sentence: the one claim whose figures are like what is stated. */
function byLikeness(claims: readonly Settled[], statement: Statement): Settled | undefined {
  const above = claims.filter(
    ({ passage, claim }) => passage === statement.passage && claim.where.line <= statement.line.number,
  );
  const group = above.at(-1)?.claim.group;
  const alike = above.filter((one) => one.claim.group === group && isAlike(one, statement, LIKENESS));
  if (alike.length === 1) return alike[0];
  // A rate and the time behind it go the same way; the stated digits may fit only one of them.
  const exact = alike.filter((one) => isAlike(one, statement, 0));
  return exact.length === 1 ? exact[0] : undefined;
}

/** "a difference of about 6.4% CPU load" under 16.0 % and 9.6 %: the percentage counts points of one claim of the passage. */
function byPoints(claims: readonly Settled[], { passage, stated, rounding }: Statement): Settled | undefined {
  const { percent } = stated;
  if (percent === null) return undefined;
  const alike = claims.filter(({ passage: place, claim: { baseUnit, before, after } }) => {
    if (place !== passage || baseUnit !== '%' || !before || !after) return false;
    return Math.abs(Math.abs(after.value - before.value) - percent) <= rounding + POINTS_NOISE;
  });
  return alike.length === 1 ? alike[0] : undefined;
}

/** Sums of decimal fractions are not exact in binary. */
const POINTS_NOISE = 1e-9;

/** A summary elsewhere in the letter says again what some of its figures show; it is no claim of its own. */
function isRestated(claims: readonly Settled[], statement: Statement): boolean {
  return claims.some(
    (one) =>
      one.passage.letter === statement.passage.letter &&
      one.claim.metric !== 'other' &&
      isAlike(one, statement, RESTATED),
  );
}

function isAlike({ claim }: Settled, { stated, rounding }: Statement, likeness: number): boolean {
  const { before, after, better } = claim;
  if (!before || !after || before.base <= 0 || after.base <= 0) return false;
  if (stated.factor !== null) {
    const ratio = better === 'lower' ? before.base / after.base : after.base / before.base;
    return Math.abs(ratio - stated.factor) <= Math.max(rounding, likeness * stated.factor);
  }
  const delta = deltaPercent(before, after);
  if (delta === null || stated.percent === null) return false;
  return Math.abs(Math.abs(delta) - stated.percent) <= Math.max(rounding, likeness * stated.percent);
}

/** "2.4% degradation for threaded interrupts as compared to tasklets": a pair of one comparison, by its labels. */
function namedPair(claims: readonly Settled[], statement: Statement): Settled | undefined {
  const shape =
    /\bfor (?<one>[\w -]{3,40}?),? (?:as )?(?:compared|relative|against|versus|vs\.?)(?: to| with)? (?<other>[\w -]{3,40})/;
  const named = shape.exec(statement.behind)?.groups;
  if (!named) return undefined;
  for (const { claim, draft } of claims) {
    const after = sideNamed(claim.values, named['one'] ?? '');
    const before = sideNamed(claim.values, named['other'] ?? '');
    if (!before || !after || before === after) continue;
    const where = whereOf(statement.passage.messageId, statement.line);
    const pair = { ...otherPair(claim, before, after), stated: statement.stated, where };
    return { passage: statement.passage, claim: pair, form: 'prose', draft };
  }
  return undefined;
}

/** The one configuration whose label shares a telling word with the name: "tasklets" is "using tasklet(...)". */
function sideNamed(values: readonly Side[], name: string): Side | undefined {
  const words = stems(name);
  const scores = values.map((side) => stems(side.label).filter((stem) => words.includes(stem)).length);
  const best = Math.max(0, ...scores);
  if (best === 0 || scores.filter((score) => score === best).length > 1) return undefined;
  return values[scores.indexOf(best)];
}

function stems(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/s$/, ''));
}

function isSameStatement({ claim: a }: Settled, { claim: b }: Settled): boolean {
  return (
    a.metric === b.metric && a.stated?.percent === b.stated?.percent && a.stated?.factor === b.stated?.factor
  );
}
