import type { Metric, Side, Stated } from './claim.ts';
import { type Figure, findFigures } from './figures.ts';
import { lineAt, type Sentence } from './paragraphs.ts';
import type { Line } from './passage.ts';
import { figureOf } from './sample.ts';
import { bareClaim, deltaPercent, otherPair, type Settled, type Unnumbered, whereOf } from './settle.ts';
import type { View } from './view.ts';

/** A percentage or factor that prose states of measured figures. */
export interface Statement {
  readonly passage: View;
  readonly line: Line;
  readonly sentence: string;
  readonly stated: Stated;
  readonly figure: Figure;
  /** Every figure of the sentence, in order. */
  readonly figures: readonly Figure[];
  /** Half a unit of the last digit the author wrote: what rounding allows. */
  readonly rounding: number;
  /** The words right behind the figure: "for RX", "degradation for threaded interrupts as compared to tasklets". */
  readonly behind: string;
}

const UP =
  /\b(?:increas\w*|improv\w*|better|faster|higher|more|gain\w*|speed-?ups?|accelerat\w*|boost\w*|rais\w*)\b/i;
const DOWN =
  /\b(?:decreas\w*|reduc\w*|lower\w*|less|slower|worse\w*|degrad\w*|drop\w*|loss|lost|regress\w*|down|fewer|shorter|fall\w*|fell)\b/i;
const FACTOR_UNITS = new Set(['times', 'x', 'X']);
const FACTOR_WORDS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:doubles|doubled|doubling|twice)\b/i, 2],
  [/\b(?:triples|tripled|tripling|three-?fold|threefold)\b/i, 3],
  [/\b(?:halves|halved|halving)\b/i, 0.5],
  [/\border of magnitude\b/i, 10],
];
/** Commas inside numbers and points inside decimals stand before a digit, so they end nothing. */
const CLAUSE_END = /[,;:.!?](?= |$)| and | but | while | whereas /;
const STATED_CHARACTERS = 200;
const BEHIND_CHARACTERS = 90;
/** How far a stated figure may be from the measured one and still mean it, when no word ties the two. */
const LIKENESS = 0.2;
/** How near a summary must be to the figures that it only says again. */
const RESTATED = 0.05;

/**
 * Ties what the prose states to the figures it speaks of: by the line they share, by the quantity it names, by the two
 * configurations it names, and last by likeness within the nearest block above. What ties to nothing is left alone:
 * a wrong tie would accuse the author of a contradiction he did not write.
 */
export function attachStatements(passages: readonly View[], settled: readonly Settled[]): readonly Settled[] {
  let claims = settled;
  const alone: Settled[] = [];
  for (const statement of passages.flatMap(readStatements)) {
    const tied = attach(claims, statement);
    const isTied = tied !== claims;
    claims = tied;
    const claim = isTied || isRestated(claims, statement) ? undefined : statedAlone(statement);
    if (claim && !alone.some((other) => isSameStatement(other, claim))) alone.push(claim);
  }
  return [...claims, ...alone];
}

/** A summary elsewhere in the letter says again what some of its figures show; it is no claim of its own. */
function isRestated(claims: readonly Settled[], statement: Statement): boolean {
  return claims.some(
    (one) =>
      one.passage.letter === statement.passage.letter &&
      one.claim.metric !== 'other' &&
      isAlike(one, statement, RESTATED),
  );
}

/** Every statement of one passage, in order. */
export function readStatements(passage: View): readonly Statement[] {
  return passage.paragraphs.flatMap((paragraph) =>
    paragraph.sentences.flatMap((sentence) => statementsIn(passage, sentence)),
  );
}

function statementsIn(passage: View, sentence: Sentence): readonly Statement[] {
  const isWorded = FACTOR_WORDS.some(([shape]) => shape.test(sentence.text));
  const isTurned = UP.test(sentence.text) || DOWN.test(sentence.text) || /[-+]\d/.test(sentence.text);
  if (!isWorded && !isTurned) return [];
  const all = findFigures(sentence.text);
  const figures = all.filter((figure) => figure.baseUnit === '%' || FACTOR_UNITS.has(figure.unit));
  return [...figures, ...wordedFactors(sentence.text)].map((figure) => ({
    ...statementOf(passage, sentence, figure),
    figures: all,
  }));
}

function statementOf(passage: View, sentence: Sentence, figure: Figure): Omit<Statement, 'figures'> {
  const isPercent = figure.baseUnit === '%';
  const fraction = /\.(\d+)/.exec(figure.asWritten)?.[1]?.length ?? 0;
  const lead = sentence.paragraph.text.slice(sentence.start).search(/\S/);
  return {
    passage,
    line: lineAt(sentence.paragraph, sentence.start + Math.max(0, lead) + figure.start),
    sentence: sentence.text,
    figure,
    stated: {
      percent: isPercent ? figure.value : null,
      factor: isPercent ? null : figure.value,
      direction: directionOf(sentence.text, figure),
      text: clauseAround(sentence.text, figure).slice(0, STATED_CHARACTERS),
    },
    rounding: 0.5 * 10 ** -fraction,
    behind: sentence.text.slice(figure.end, figure.end + BEHIND_CHARACTERS),
  };
}

/** "2% for TX" of "better by 5% for RX and 2% for TX": a quotation is no longer than what it says. */
function clauseAround(text: string, { start, end }: Figure): string {
  const front = text.slice(0, start).split(CLAUSE_END).at(-1) ?? '';
  const [behind = ''] = text.slice(end).split(CLAUSE_END, 1);
  return `${front}${text.slice(start, end)}${behind}`.trim();
}

/** The sign, or else the nearest word of direction: behind the figure within its clause, or anywhere in front. */
function directionOf(text: string, figure: Figure): Stated['direction'] {
  if (figure.sign !== null) return figure.sign === '+' ? 'up' : 'down';
  const [behind = ''] = text.slice(figure.end).split(CLAUSE_END, 1);
  const front = text.slice(0, figure.start);
  const found = [
    { way: 'down' as const, gap: distance(front, behind, DOWN) },
    { way: 'up' as const, gap: distance(front, behind, UP) },
  ].toSorted((a, b) => a.gap - b.gap);
  const [nearest] = found;
  return nearest && Number.isFinite(nearest.gap) ? nearest.way : null;
}

/** Characters between a figure and the nearest word of this shape, on either side of it. */
function distance(front: string, behind: string, shape: RegExp): number {
  const after = shape.exec(behind)?.index ?? Number.POSITIVE_INFINITY;
  const before = [...front.matchAll(new RegExp(shape.source, 'gi'))].at(-1);
  return Math.min(after, before ? front.length - before.index - before[0].length : Number.POSITIVE_INFINITY);
}

function attach(claims: readonly Settled[], statement: Statement): readonly Settled[] {
  const own = claims.filter((one) => one.claim.kind === 'measured' && one.claim.before && one.claim.after);
  // A share that some claim measures is a figure, not a statement about one.
  if (own.some((one) => isSideHere(one, statement))) return [...claims];
  const pair = namedPair(own, statement);
  if (pair) return [...claims, pair];
  const target =
    byFigures(own, statement) ??
    onSameLine(own, statement) ??
    byQuantity(own, statement) ??
    byLikeness(own, statement);
  if (!target) return claims;
  // The first statement about a claim stands; a second one must not become a claim of its own either.
  if (target.claim.stated) return [...claims];
  return claims.map((one) =>
    one === target ? { ...one, claim: { ...one.claim, stated: statement.stated } } : one,
  );
}

function isSideHere({ passage, claim }: Settled, { passage: place, line, figure }: Statement): boolean {
  if (passage !== place || claim.unit !== figure.unit || Math.abs(claim.where.line - line.number) > 1)
    return false;
  return figure.sign === null && (isFigure(claim.before, figure) || isFigure(claim.after, figure));
}

/** "from 480 to 1376 (+186.7%)", "a 10% drop (844 to 763 Mbps)": the sentence gives both figures beside the percentage. */
function byFigures(
  claims: readonly Settled[],
  { passage, sentence, figure, figures }: Statement,
): Settled | undefined {
  const at = figures.findIndex((one) => one.start === figure.start);
  const bracket = sentence.slice(figure.end, figures[at + 1]?.start).indexOf('(');
  const behind = [figures[at + 1], figures[at + 2]];
  const before = [figures[at - 2], figures[at - 1]];
  for (const [one, other] of bracket >= 0 ? [behind, before] : [before, behind]) {
    if (at < 0 || !one || !other) continue;
    const found = claims.find(
      ({ passage: place, claim }) =>
        place.letter === passage.letter && isFigure(claim.before, one) && isFigure(claim.after, other),
    );
    if (found) return found;
  }
  return undefined;
}

function isFigure(side: Side | null, figure: Figure): boolean {
  return side !== null && side.value === figure.value;
}

function onSameLine(claims: readonly Settled[], statement: Statement): Settled | undefined {
  return claims.find(
    ({ passage, claim }) =>
      passage === statement.passage &&
      claim.where.line === statement.line.number &&
      !isFigure(claim.before, statement.figure) &&
      !isFigure(claim.after, statement.figure) &&
      statement.stated.percent !== null,
  );
}

/** "5% for RX", "2 % in TX": the name behind the figure is the name of a row. */
function byQuantity(claims: readonly Settled[], statement: Statement): Settled | undefined {
  const name = /^\s*(?:\w+ )?(?:for|in|on|of) (?:the )?(?<name>[\w-]{1,24})/.exec(statement.behind)?.groups?.[
    'name'
  ];
  if (name === undefined) return undefined;
  const named = claims.filter(
    ({ passage, claim }) =>
      passage.letter === statement.passage.letter && claim.quantity.toLowerCase() === name.toLowerCase(),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** Within the nearest block above the sentence: the one claim whose figures are like what is stated. */
function byLikeness(claims: readonly Settled[], statement: Statement): Settled | undefined {
  const above = claims.filter(
    ({ passage, claim }) => passage === statement.passage && claim.where.line <= statement.line.number,
  );
  const group = above.at(-1)?.claim.group;
  const alike = above.filter((one) => one.claim.group === group && isAlike(one, statement));
  return alike.length === 1 ? alike[0] : undefined;
}

function isAlike({ claim }: Settled, { stated, rounding }: Statement, likeness = LIKENESS): boolean {
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
    const pair = otherPair(claim, before, after);
    const where = whereOf(statement.passage.messageId, statement.line);
    return {
      passage: statement.passage,
      claim: { ...pair, stated: statement.stated, where },
      form: 'prose',
      draft,
    };
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

/** "doubles", "triples", "halves": words that state a factor by themselves. */
function wordedFactors(text: string): readonly Figure[] {
  return FACTOR_WORDS.flatMap(([shape, value]) => {
    const found = shape.exec(text);
    if (!found) return [];
    const place = { start: found.index, end: found.index + found[0].length, asWritten: found[0] };
    return [figureOf({ value, unit: 'x', base: value, baseUnit: '1', ...place })];
  });
}

/** What a percentage must speak of to be a claim by itself. */
const SPOKEN_OF: readonly (readonly [RegExp, Metric])[] = [
  [/\b(?:cpu|processor) (?:usage|load|time|utili[sz]ation|cycles)\b/i, 'cpu-load'],
  [/\b(?:throughput|bandwidth|transfer (?:rate|speed)|performa?n?ce|speed|bit ?rate)\b/i, 'throughput'],
  [/\b(?:fast|quick)(?:er|ly)?\b/i, 'throughput'],
  [/\biops\b/i, 'iops'],
  [/\bcontext switch(?:es)?\b/i, 'context-switch-rate'],
  [/\b(?:number of )?(?:interrupts|irqs)\b/i, 'irq-rate'],
  [/\b(?:latency|latencies|response time|jitter)\b/i, 'latency'],
  [/\b(?:execution|run|boot|load|copy|completion|elapsed|probe) ?times?\b/i, 'time'],
];
/** Plans, wishes and other people's figures claim nothing. */
const UNSURE =
  /\b(?:may|might|could|would|should|expect\w*|hope\w*|theoretical\w*|ideally|assum\w*|suppos\w*|if|whether|up to|limit\w*|reserve\w*|at least|at most|allow\w*)\b|\?/i;
/** What makes a percentage a result of the change: somebody did, saw or measured something. */
const RESULT =
  /\b(?:patch\w*|revert\w*|commit|series|changes?|gave|gives?|results?|improv\w*|regress\w*|saw|seen?|sees|measured|observed|shows?|showed|causes?|caused|now|after|lead\w*)\b/i;
const NEAR = 60;

/** A percentage that ties to no figures is a claim when its clause says what changed, and which way. */
function statedAlone({ passage, line, sentence, figure, stated }: Statement): Settled | undefined {
  const around = sentence.slice(Math.max(0, figure.start - NEAR), figure.end + NEAR);
  if (UNSURE.test(sentence) || !RESULT.test(sentence) || passage.depth > 0 || stated.direction === null)
    return undefined;
  if (!UP.test(around) && !DOWN.test(around) && stated.factor === null) return undefined;
  const [name, metric] = nearestOf(sentence, figure) ?? [];
  if (name === undefined || metric === undefined) return undefined;
  const claim: Unnumbered = {
    ...bareClaim(metric, name),
    unit: figure.unit,
    baseUnit: figure.baseUnit,
    stated,
    kind: 'stated-only',
    where: whereOf(passage.messageId, line),
  };
  return { passage, claim, form: 'prose', draft: null };
}

/** The quantity named nearest to the figure: behind it first, since "27% in throughput" is the usual order. */
function nearestOf(sentence: string, figure: Figure): readonly [string, Metric] | undefined {
  const [behind = ''] = sentence.slice(figure.end, figure.end + NEAR).split(CLAUSE_END, 1);
  const before =
    sentence
      .slice(Math.max(0, figure.start - NEAR), figure.start)
      .split(CLAUSE_END)
      .at(-1) ?? '';
  for (const part of [behind, before]) {
    const found = SPOKEN_OF.flatMap(([shape, metric]) => {
      const match = shape.exec(part);
      return match ? [{ at: match.index, name: match[0], metric }] : [];
    });
    const [first] = found.toSorted((a, b) => (part === behind ? a.at - b.at : b.at - a.at));
    if (first) return [first.name, first.metric];
  }
  return undefined;
}

function isSameStatement(one: Settled, other: Settled): boolean {
  const [a, b] = [one.claim, other.claim];
  return (
    a.metric === b.metric && a.stated?.percent === b.stated?.percent && a.stated?.factor === b.stated?.factor
  );
}
