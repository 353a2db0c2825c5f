import { type Draft, type DraftSide, measuredDraft } from './draft.ts';
import { groupBy } from './group-by.ts';
import { normalised, type Placed, placeSamples } from './placed-sample.ts';
import { withoutSingleRuns } from './repeated-runs.ts';
import type { Sample } from './sample.ts';
import { rankLabel } from './sides.ts';
import type { View } from './view.ts';

/** Samples of one name between two changes of test. */
type Round = readonly Placed[];

/** Names of quantities and of directions of transfer: two titles that differ in one of these are two tests. */
const QUANTITY_WORDS =
  /\b(?:rx|tx|read|write|reads|writes|reading|writing|upload|download|dl|ul|send|receive|seq\w*|rand\w*|min|max|avg|median|tcp|udp)\b/;

/**
 * Samples of the same name under different configurations make one comparison; likeness of shape alone pairs nothing.
 */
export function pairSamples(view: View, samples: readonly Sample[]): readonly Draft[] {
  const placed = withoutSingleRuns(placeSamples(view, samples));
  const whole = pairsBy(view, placed, (one) => one.name);
  const used = new Set(
    whole.flatMap(({ sides }) => sides.map(({ line, value }) => `${line.number} ${value}`)),
  );
  const left = placed.filter(
    ({ sample: { line, figure, name }, shownName }) =>
      name !== '' && name !== shownName && !used.has(`${line.number} ${figure.value}`),
  );
  // A row may be called otherwise on the other side ("CPU: fio 20% irq 4%", "Load: fio 18% irq 3%").
  return [...whole, ...pairsBy(view, left, (one) => normalised(one.sample.name))];
}

/** Comparisons among samples of one name, without those in which everything is zero. */
function pairsBy(view: View, placed: readonly Placed[], nameOf: (one: Placed) => string): readonly Draft[] {
  const byName = groupBy(placed, (one) => `${nameOf(one)}\n${one.sample.figure.baseUnit}`);
  return [...byName.values()].flatMap((same) =>
    roundsOf(view, same)
      .flatMap((round) => comparisons(view, round))
      .filter(({ sides }) => sides.some(({ value }) => value !== 0)),
  );
}

/**
 * A configuration that comes back under a new heading with the same test begins the next round, and so does prose
 * behind a comparison that is already whole.
 */
function roundsOf(view: View, same: readonly Placed[]): readonly Round[] {
  const rounds: Placed[][] = [];
  for (const one of same) {
    const round = rounds.at(-1);
    if (round && !beginsRound(view, round, one)) round.push(one);
    else rounds.push([one]);
  }
  return rounds;
}

function beginsRound(view: View, round: readonly Placed[], one: Placed): boolean {
  const repeated = round.some(
    (other) =>
      other.configuration.text === one.configuration.text &&
      other.configuration !== one.configuration &&
      other.titles.join() === one.titles.join(),
  );
  if (repeated || round.length >= ROUND_MAX) return true;
  const configurations = new Set(round.map((other) => other.configuration.text));
  if (configurations.size < 2 || configurations.has(one.configuration.text)) return false;
  const first = view.lines[0]?.number ?? 0;
  const last = round.at(-1)?.sample.line.number ?? 0;
  const between = view.lines.slice(
    last - first + 1,
    Math.min(one.configuration.line.number - first, last - first + GAP_MAX),
  );
  return between.some((line) => isProse(view, line));
}

/** People compare a handful of configurations in a few dozen tests; longer lists are logs. */
const ROUND_MAX = 400;
const GAP_MAX = 60;

function isProse(view: View, line: Sample['line']): boolean {
  if (view.headings.has(line.number) || view.taken.has(line.number)) return false;
  return line.kind === 'text' && (line.text.match(/[A-Za-z]{2,}/g)?.length ?? 0) >= 6;
}

function comparisons(view: View, round: Round): readonly Draft[] {
  const configurations = [...groupBy(round, (one) => one.configuration.text)];
  const labels = configurations.map(([text]) => text);
  if (labels.length < 2 || labels.length > CONFIGURATIONS_MAX || !areOneTest(labels)) return [];
  const ranks = labels.map((label, at) => rankLabel(label, labels.toSpliced(at, 1), view.direction));
  const [lowest, highest] = [Math.min(...ranks), Math.max(...ranks)];
  const hasManyBefore = ranks.filter((rank) => rank === lowest).length > 1;
  const hasOneAfter = ranks.filter((rank) => rank === highest).length === 1 && highest > lowest;
  const members = configurations.map(([, placed]) => placed);
  // Several old states against one new one: each of them is a state before.
  if (hasManyBefore && hasOneAfter && labels.length > 2)
    return against(view, members, ranks.indexOf(highest));
  return compared(view, members, ranks.indexOf(lowest));
}

/** More configurations than this are a list, and every rank would be asked of every pair. */
const CONFIGURATIONS_MAX = 16;

/** One comparison per test: the state before, then every other configuration that has the test. */
function compared(view: View, members: readonly (readonly Placed[])[], first: number): readonly Draft[] {
  const before = members[first] ?? [];
  const others = members.toSpliced(first, 1);
  return testsOf(others.flat()).flatMap(({ titles, ordinal }) => {
    const start = partner(before, titles, ordinal);
    const ends = others.flatMap((placed) => nth(placed, titles, ordinal) ?? []);
    return start ? [draftOf(view, start, ends)] : [];
  });
}

/** Every other configuration against the one that is the state after. */
function against(view: View, members: readonly (readonly Placed[])[], last: number): readonly Draft[] {
  const after = members[last] ?? [];
  return members.toSpliced(last, 1).flatMap((before) => compared(view, [before, after], 0));
}

function areOneTest(labels: readonly string[]): boolean {
  const tests = labels
    .map((label) => [...normalised(label).matchAll(new RegExp(QUANTITY_WORDS, 'g'))].join(' '))
    .filter(Boolean);
  return tests.every((test) => test === tests[0]);
}

interface Test {
  readonly titles: string;
  readonly ordinal: number;
}

/** The tests that the changed configurations were measured in, each once, in order. */
function testsOf(members: readonly Placed[]): readonly Test[] {
  const tests = new Map<string, Test>();
  for (const byConfiguration of groupBy(members, (one) => one.configuration.text).values()) {
    for (const [titles, same] of groupBy(byConfiguration, titlesOf)) {
      for (let ordinal = 0; ordinal < same.length; ordinal += 1)
        tests.set(`${titles}#${ordinal}`, { titles, ordinal });
    }
  }
  return [...tests.values()];
}

/** The same test in the state before, or its only measurement when the states after were measured in more ways. */
function partner(before: readonly Placed[], titles: string, ordinal: number): Placed | undefined {
  const exact = nth(before, titles, ordinal);
  if (exact) return exact;
  const own = titles.split(TITLES);
  const isWider = (one: Placed): boolean =>
    titlesOf(one) !== titles && one.titles.every((title) => own.includes(title));
  const wider = before.filter(isWider);
  return wider.length === 1 ? wider[0] : undefined;
}

function nth(members: readonly Placed[], titles: string, ordinal: number): Placed | undefined {
  return members.filter((one) => titlesOf(one) === titles)[ordinal];
}

const TITLES = ' / ';

function titlesOf(one: Placed): string {
  return one.titles.join(TITLES);
}

function draftOf(view: View, before: Placed, others: readonly Placed[]): Draft {
  const { sample } = others.at(-1) ?? before;
  return measuredDraft({
    passage: view,
    line: sample.line,
    quantity: others[0]?.shownName || before.shownName,
    unit: before.sample.figure.unit,
    baseUnit: before.sample.figure.baseUnit,
    sides: [before, ...others].map((one) => sideOf(one, before)),
    order: 'as-written',
    titles: (others[0] ?? before).titles,
    block: `${view.letter}:${before.configuration.line.number}`,
    metric: sample.metric,
    tools: sample.tool === '' ? [] : [sample.tool],
  });
}

/** The label names what only this side was measured in, too: "with this patch applied, PSM off". */
function sideOf({ sample, configuration, shownTitles }: Placed, before: Placed): DraftSide {
  const { value, base, error, isRange, errorKind } = sample.figure;
  const extra = shownTitles.filter((title) => !before.titles.includes(normalised(title)));
  const label = [configuration.text, ...extra].join(', ');
  return { label, value, base, error, isRange, errorKind, runs: sample.runs, line: sample.line };
}
