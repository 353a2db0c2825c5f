import { type Draft, type DraftSide, measuredDraft } from './draft.ts';
import { groupBy } from './group-by.ts';
import { COMMAND_STYLE, type Heading, SIDE_STYLE, VERSUS } from './outline.ts';
import type { Sample } from './sample.ts';
import { rankLabel } from './sides.ts';
import type { View } from './view.ts';

/** A sample with the titles it stands under, told apart into the configuration and the rest. */
interface Placed {
  readonly sample: Sample;
  readonly configuration: Heading;
  /** Titles that say which test it is, normalised, and as they are. */
  readonly titles: readonly string[];
  readonly shownTitles: readonly string[];
  /** What is measured, normalised: the row's own label and the name on the line. */
  readonly name: string;
  readonly shownName: string;
}

/** Samples of one name between two changes of test. */
type Round = readonly Placed[];

/** Names of quantities and of directions of transfer: two titles that differ in one of these are two tests. */
const QUANTITY_WORDS =
  /\b(?:rx|tx|read|write|reads|writes|reading|writing|upload|download|dl|ul|send|receive|seq\w*|rand\w*|min|max|avg|median|tcp|udp)\b/;
const MEAN = /\b(?:average|avg|mean)\b/i;

/**
 * Samples of the same name under different configurations make one comparison. A title is a configuration when its own
 * words name a side, when words of the patch do, or when its family is a sweep of one parameter; likeness of shape
 * alone pairs nothing.
 */
export function pairSamples(view: View, samples: readonly Sample[]): readonly Draft[] {
  const families = findFamilies(view);
  const bare = bareConfigurations(view);
  const placed = samples.flatMap((sample) => place(view, sample, families, bare) ?? []);
  const byName = groupBy(
    withoutRuns(withoutRunLists(placed)),
    (one) => `${one.name}\n${one.sample.figure.baseUnit}`,
  );
  return [...byName.values()].flatMap((same) =>
    roundsOf(view, same).flatMap((round) => comparisons(view, round)),
  );
}

/** Lines whose heading is a configuration by its family, though its own words name no side. */
function findFamilies(view: View): ReadonlySet<number> {
  const families = groupBy([...view.headings.values()], (heading) => {
    const parents = (view.above.get(heading.line.number) ?? []).filter((one) => one.style !== heading.style);
    return [heading.style, ...parents.map((one) => one.line.number)].join(' ');
  });
  const told = [...families.values()].filter((family) => isTold(view, family));
  return new Set(told.flat().map((heading) => heading.line.number));
}

const FAMILY_MAX = 12;

function isTold(view: View, family: readonly Heading[]): boolean {
  const texts = [...new Set(family.map((one) => one.text))];
  if (texts.length < 2 || texts.length > FAMILY_MAX) return false;
  const shapes = new Set(
    texts.map((text) =>
      text
        .replace(/\([^()]{0,80}\)/, '')
        .replace(/\d[\d.,]*/g, '#')
        .trim(),
    ),
  );
  const [shape = ''] = shapes;
  if (shapes.size === 1 && /[\w)] ?= ?#/.test(shape)) return true;
  // A row is named for what it measures; a word of the patch in such a name does not make it a configuration.
  if (family[0]?.style.startsWith('row')) return false;
  return texts.some(
    (text) =>
      rankLabel(
        text,
        texts.filter((one) => one !== text),
        view.direction,
      ) !== 0,
  );
}

/**
 * Configurations that no title names: the listing above a lone "vs.", and the runs of one command before and after
 * another command that changed something.
 */
function bareConfigurations(view: View): (line: number, path: readonly Heading[]) => Heading | undefined {
  const headings = [...view.headings.values()];
  const versus = headings.filter((heading) => VERSUS.test(heading.text));
  const commands = headings.filter((heading) => heading.style === COMMAND_STYLE);
  const byText = groupBy(commands, (heading) => heading.text);
  return (line, path) => {
    const next = versus.find(
      (heading) => heading.line.number > line && heading.line.number - line <= VERSUS_LINES,
    );
    if (next) return { ...next, text: `above "${next.text}"` };
    const own = path.findLast((heading) => heading.style === COMMAND_STYLE);
    const [first, second, ...more] = (own && byText.get(own.text)) ?? [];
    if (!own || !first || !second || more.length > 0) return undefined;
    const between = commands.findLast(
      (one) => one.line.number > first.line.number && one.line.number < second.line.number,
    );
    return between ? { ...own, text: `${own === first ? 'before' : 'after'} "${between.text}"` } : undefined;
  };
}

const VERSUS_LINES = 40;

function place(
  view: View,
  sample: Sample,
  families: ReadonlySet<number>,
  bare: ReturnType<typeof bareConfigurations>,
): Placed | undefined {
  const above = view.above.get(sample.line.number) ?? [];
  const own = view.headings.get(sample.line.number);
  const path = own ? [...above.filter((one) => one.style !== own.style), own] : above;
  const configuration =
    path.findLast((heading) => heading.style === SIDE_STYLE) ??
    path.find((heading) => heading.rest === '' && families.has(heading.line.number)) ??
    path.findLast((heading) => families.has(heading.line.number)) ??
    bare(sample.line.number, path);
  if (!configuration || isStep(configuration.text, sample)) return undefined;
  const row = own && own !== configuration && own.rest !== '' ? own.text : '';
  const titles = path.filter(
    (heading) => heading.line !== configuration.line && (row === '' || heading.line !== sample.line),
  );
  const shownName = [row, sample.name].filter(Boolean).join(' ');
  return {
    sample,
    configuration,
    titles: titles.map((heading) => normalised(heading.text)).filter(Boolean),
    shownTitles: titles.map((heading) => heading.text),
    name: normalised(shownName),
    shownName,
  };
}

/** "4. Wait 90 seconds" tells what to do; only a program's times, or named ones, are results. */
function isStep(label: string, { figure, tool, name }: Sample): boolean {
  return (
    figure.baseUnit === 's' &&
    tool === '' &&
    name === '' &&
    /^(?:wait|sleep|delay|hold|press|time-?out)\b/i.test(label)
  );
}

/** Without enumerators ("2B)"), brackets and case: the same test under two configurations is worded the same. */
function normalised(text: string): string {
  return text
    .replace(/^\s*\d{0,2}[A-Z]?[.)]\s+/, '')
    .replace(/\([^()]{0,80}\)/g, ' ')
    .replace(/[\s:=~*-]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** A list of runs goes when its mean stands beside it; the mean knows how many they were. */
function withoutRunLists(placed: readonly Placed[]): readonly Placed[] {
  return placed.flatMap((one, at) => {
    if (one.sample.runs !== null) {
      const next = placed[at + 1];
      return next && MEAN.test(next.name) && next.configuration === one.configuration ? [] : [one];
    }
    const before = placed[at - 1];
    const runs =
      MEAN.test(one.name) && before?.configuration === one.configuration ? before.sample.runs : null;
    return [runs === null ? one : { ...one, sample: { ...one.sample, runs } }];
  });
}

/**
 * Runs one by one ("Run#1", "Run#2") go when their mean stands beside them under the same configuration; the mean
 * knows how many they were.
 */
function withoutRuns(placed: readonly Placed[]): readonly Placed[] {
  const keyOf = (one: Placed): string =>
    [
      one.configuration.line.number,
      one.name,
      ...one.titles.filter((title) => !isRun(title) && !MEAN.test(title)),
    ].join('\n');
  return [...groupBy(placed, keyOf).values()].flatMap((group) => {
    const runs = group.filter((one) => one.titles.some(isRun)).length;
    const means = group.filter(
      (one) => !one.titles.some(isRun) && one.titles.some((title) => MEAN.test(title)),
    );
    if (runs === 0 || means.length === 0) return group;
    return means.map((one) => ({ ...one, sample: { ...one.sample, runs } }));
  });
}

function isRun(title: string): boolean {
  return /^(?:run|round|iteration|pass|try|test) ?#? ?\d{1,3}\b/.test(title);
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
  const { value, base, error } = sample.figure;
  const extra = shownTitles.filter((title) => !before.titles.includes(normalised(title)));
  const label = [configuration.text, ...extra].join(', ');
  return { label, value, base, error, runs: sample.runs, line: sample.line };
}
