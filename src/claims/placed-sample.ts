import { groupBy } from './group-by.ts';
import { COMMAND_STYLE, type Heading, VERSUS } from './heading.ts';
import { SIDE_STYLE } from './outline.ts';
import type { Sample } from './sample.ts';
import { rankLabel } from './sides.ts';
import type { View } from './view.ts';

/** A sample with the titles it stands under, told apart into the configuration and the rest. */
export interface Placed {
  readonly sample: Sample;
  readonly configuration: Heading;
  /** Titles that say which test it is, normalised, and as they are. */
  readonly titles: readonly string[];
  readonly shownTitles: readonly string[];
  /** What is measured, normalised: the row's own label and the name on the line. */
  readonly name: string;
  readonly shownName: string;
}

/**
 * Samples with their configurations. A title is one when its own words name a side, when words of the patch do, or when
 * its family is a sweep of one parameter; a sample without one is left out.
 */
export function placeSamples(view: View, samples: readonly Sample[]): readonly Placed[] {
  const families = findFamilies(view);
  const bare = bareConfigurations(view);
  return samples.flatMap((sample) => place(view, sample, families, bare) ?? []);
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
  // hyperfine names its configurations by the commands it times.
  const ownName = configuration.text === sample.name ? '' : sample.name;
  const shownName = [row, ownName].filter(Boolean).join(' ');
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
export function normalised(text: string): string {
  return text
    .replace(/^\s*\d{0,2}[A-Z]?[.)]\s+/, '')
    .replace(/\([^()]{0,80}\)/g, ' ')
    .replace(/[\s:=~*-]+/g, ' ')
    .trim()
    .toLowerCase();
}
