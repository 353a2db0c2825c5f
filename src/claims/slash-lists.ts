import { type Draft, measuredDraft, sideOf } from './draft.ts';
import type { Figure } from './figures.ts';
import { lineAt, type Paragraph } from './paragraphs.ts';
import { titlesAt, type View } from './view.ts';

/** "Max/min", "min/avg/max", "RX/TX", "read/write": the names that figures with slashes take in turn. */
const NAMES =
  /\b(?<names>(?:max|min|avg|mean|rx|tx|read|write|dl|ul|up|down)(?:\/(?:max|min|avg|mean|rx|tx|read|write|dl|ul|up|down)){1,3})\b/i;

/** Figures written in turn under slashed names: "Max/min push rate is 210/118 MB/s, pull rate 171/133 MB/s". */
export function readSlashLists(view: View, used: ReadonlySet<number>): readonly Draft[] {
  return view.paragraphs.flatMap((paragraph) => {
    if (paragraph.figures.length < 2) return [];
    const found = NAMES.exec(paragraph.text);
    const names = found?.groups?.['names']?.split('/') ?? [];
    if (!found || names.length < 2) return [];
    const figures = paragraph.figures.filter(({ start, end }) => start > found.index && end <= TEXT_MAX);
    return figures
      .flatMap((_, at) => listAt(view, paragraph, { names, figures: figures.slice(at, at + names.length) }))
      .filter((draft) => !used.has(draft.line.number));
  });
}

const TEXT_MAX = 1000;

interface List {
  readonly names: readonly string[];
  readonly figures: readonly Figure[];
}

/** The figures touch each other but for a slash, and the last one carries the unit of all. */
function listAt(view: View, paragraph: Paragraph, { names, figures }: List): readonly Draft[] {
  const last = figures.at(-1);
  const [first] = figures;
  if (!first || !last || figures.length !== names.length || last.unit === '' || first.unit !== '') return [];
  // "TX/RX bulk size is 128/512 bytes": what somebody chose.
  if (last.baseUnit === 'B') return [];
  const isList = figures.every((figure, at) => at === 0 || (figures[at - 1]?.end ?? 0) + 1 === figure.start);
  if (!isList || paragraph.text.charAt(first.end) !== '/') return [];
  const line = lineAt(paragraph, first.start);
  const what = (paragraph.text.slice(0, first.start).split(/[,.;]/).at(-1) ?? '')
    .replace(NAMES, ' ')
    .replace(/\b(?:is|was|are|were|after|with|patch|patches)\b/gi, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  const factor = last.value === 0 ? 1 : last.base / last.value;
  return figures.map((figure, at) => {
    const own = { ...figure, unit: last.unit, baseUnit: last.baseUnit, base: figure.value * factor };
    return measuredDraft({
      passage: view,
      line,
      quantity: `${what} ${names[at]?.toLowerCase()}`.trim(),
      unit: last.unit,
      baseUnit: last.baseUnit,
      sides: [sideOf(own, '', line)],
      titles: titlesAt(view, line.number),
      caption: paragraph.text.slice(0, 200),
      block: `${view.letter}:${line.number}`,
    });
  });
}
