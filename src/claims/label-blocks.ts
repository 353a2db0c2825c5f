import { type Draft, type DraftSide, measuredDraft, sideOf } from './draft.ts';
import { type Figure, findMeasures } from './figures.ts';
import { type Heading, outline, readHeading } from './outline.ts';
import type { Line, Passage } from './passage.ts';
import { type Direction, rankLabel } from './sides.ts';

/** Names of quantities and of directions of transfer: two titles that differ in one of these are two tests. */
const QUANTITY_WORDS =
  /\b(?:rx|tx|read|write|reads|writes|reading|writing|upload|download|dl|ul|send|receive|seq\w*|rand\w*|min|max|avg|median|tcp|udp)\b/gi;

/** One figure under the heading of its configuration. */
interface Sample {
  readonly figure: Figure;
  /** What the figure is called on its line: "rate", "Download", "cpu usage". */
  readonly name: string;
  /** Every name above and on the line that does not tell the configuration. */
  readonly titles: readonly string[];
  readonly configuration: Heading;
  readonly line: Line;
}

/** More words than this beside figures and labels make a sentence, which is not for this reader. */
const WORDS_MAX = 7;

/**
 * Blocks of figures under titles that name configurations ("- using tasklet", "* kmalloc: rate = ...",
 * "Before (qmult=1): 1.3 Gbps"). Figures with the same name under different configurations make one draft. A title
 * counts as a configuration only when words of the mail or of the patch say so; mere likeness of shape does not.
 */
export function readLabelBlocks(
  passage: Passage,
  direction: Direction,
  used: ReadonlySet<number>,
): readonly Draft[] {
  const above = outline(passage);
  const configurations = findConfigurations(passage, above, direction);
  const groups = new Map<string, Sample[][]>();
  for (const line of passage.lines) {
    if (line.kind !== 'text' || used.has(line.number)) continue;
    for (const sample of samplesOn(line, above.get(line.number) ?? [], configurations))
      addSample(groups, sample);
  }
  return [...groups.values()].flat().flatMap((samples) => draftOf(passage, samples));
}

/**
 * Lines whose heading names a configuration: by its own words, or because one of its siblings does ("* kmalloc" beside
 * "* usb_alloc_coherent").
 */
function findConfigurations(
  passage: Passage,
  above: ReadonlyMap<number, readonly Heading[]>,
  direction: Direction,
): ReadonlySet<number> {
  const families = new Map<string, Heading[]>();
  for (const line of passage.lines) {
    const heading = readHeading(line);
    if (!heading) continue;
    const parents = (above.get(line.number) ?? []).filter((one) => one.style !== heading.style);
    const key = [heading.style, ...parents.map((one) => one.line.number)].join(' ');
    families.set(key, [...(families.get(key) ?? []), heading]);
  }
  const told = [...families.values()].filter((family) => {
    const texts = [...new Set(family.map((one) => one.text))];
    return texts.some(
      (text) =>
        rankLabel(
          text,
          texts.filter((one) => one !== text),
          direction,
        ) !== 0,
    );
  });
  return new Set(told.flat().map((heading) => heading.line.number));
}

function samplesOn(
  line: Line,
  above: readonly Heading[],
  configurations: ReadonlySet<number>,
): readonly Sample[] {
  const own = readHeading(line);
  const text = own?.rest || line.text;
  const figures = findMeasures(text);
  if (figures.length === 0 || wordsBeside(text, figures) > WORDS_MAX) return [];
  const path = own ? [...above.filter((one) => one.style !== own.style), own] : above;
  const configuration = path.findLast((heading) => configurations.has(heading.line.number));
  if (!configuration) return [];
  const titles = path.filter((heading) => heading !== configuration).map((heading) => heading.text);
  return figures.map((figure, at) => ({
    figure,
    name: nameOf(text, figures, at),
    titles,
    configuration,
    line,
  }));
}

function wordsBeside(text: string, figures: readonly Figure[]): number {
  let rest = text;
  for (const figure of figures) rest = rest.replace(figure.asWritten, ' ');
  return rest.split(/[^A-Za-z'_]+/).filter((word) => word.length > 1).length;
}

/** The words in front of a figure, or behind it when none are: "rate = 4 MB/s", "39% cpu usage". */
function nameOf(text: string, figures: readonly Figure[], at: number): string {
  const start = figures[at - 1]?.end ?? 0;
  const before = (text.slice(start, figures[at]?.start).split(/[,;]/).at(-1) ?? '')
    .replace(/[=:~<>()*-]+/g, ' ')
    .trim();
  if (before !== '') return before;
  const behind = text.slice(figures[at]?.end, figures[at + 1]?.start).split(/[,;.()]/, 1)[0] ?? '';
  return behind.trim();
}

/** A configuration that comes back under a new heading begins the next comparison: another machine, another test. */
function addSample(groups: Map<string, Sample[][]>, sample: Sample): void {
  const key = [...sample.titles, sample.name, sample.figure.baseUnit].join('\n').toLowerCase();
  const rounds = groups.get(key) ?? [];
  groups.set(key, rounds);
  const last = rounds.at(-1);
  const repeated = last?.some((one) => one.configuration.text === sample.configuration.text);
  if (!last || repeated) rounds.push([sample]);
  else last.push(sample);
}

function draftOf(passage: Passage, samples: readonly Sample[]): readonly Draft[] {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || samples.length < 2 || !sameTest(samples)) return [];
  const sides = samples.map((one): DraftSide => sideOf(one.figure, one.configuration.text, one.line));
  return [
    measuredDraft({
      passage,
      line: last.line,
      quantity: first.name,
      unit: first.figure.unit,
      baseUnit: first.figure.baseUnit,
      sides,
      titles: first.titles,
      block: `${passage.letter}:${first.configuration.line.number}`,
    }),
  ];
}

function sameTest(samples: readonly Sample[]): boolean {
  const tests = samples.map((one) =>
    (one.configuration.text.toLowerCase().match(QUANTITY_WORDS) ?? []).join(' '),
  );
  return tests.every((test) => test === tests[0]);
}
