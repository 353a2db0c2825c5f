import { type Draft, measuredDraft, sideOf } from './draft.ts';
import { type Figure, findMeasures } from './figures.ts';
import { groupBy } from './group-by.ts';
import type { Line } from './passage.ts';
import { rankLabel } from './sides.ts';
import { titlesAt, type View } from './view.ts';

/** "revert hrtimer    938Mbits, 40% cpu usage. (1000usecs,  25 frames)": a label, a gap, figures, and the settings. */
const ROW =
  /^\s*(?<label>[A-Za-z][\w.#+/-]{0,30}(?: [\w.#+/-]{1,30}){0,4})(?: {2,40}|\t+ {0,8})(?<figures>[~<>]?\d[^()]{0,200})(?:\((?<settings>[^()]{1,80})\)\s*)?$/;
/** A request on a forge is the state after, whatever it is compared with. */
const REQUEST = /^(?:PR|MR) ?#?\d{1,7}\b/;
const REQUEST_RANK = 4;
const BLANKS_MAX = 1;
const ROWS_MAX = 24;

interface SideRow {
  readonly line: Line;
  readonly label: string;
  readonly figures: readonly Figure[];
  /** What was set for the run, normalised; empty when the row does not say. */
  readonly settings: string;
  readonly text: string;
}

/**
 * Rows that begin with the name of their configuration. The same settings are compared with each other; what has no
 * like on the other side is compared in the order of the rows.
 */
export function readSideRows(view: View, used: ReadonlySet<number>): readonly Draft[] {
  return rowBlocks(view, used).flatMap((rows) => comparedRows(view, rows));
}

function rowBlocks(view: View, used: ReadonlySet<number>): readonly (readonly SideRow[])[] {
  const blocks: SideRow[][] = [];
  let blanks = Number.POSITIVE_INFINITY;
  for (const line of view.lines) {
    if (line.kind === 'blank') {
      blanks += 1;
      continue;
    }
    const isFree = line.kind === 'text' && !used.has(line.number) && !view.taken.has(line.number);
    const row = isFree ? rowOf(line) : undefined;
    const block = blocks.at(-1);
    if (row && block && blanks <= BLANKS_MAX && block.length < ROWS_MAX) block.push(row);
    else if (row) blocks.push([row]);
    blanks = row ? 0 : Number.POSITIVE_INFINITY;
  }
  return blocks.filter((block) => block.length > 1);
}

function rowOf(line: Line): SideRow | undefined {
  const found = ROW.exec(line.text.slice(0, 400))?.groups;
  const figures = findMeasures(found?.['figures'] ?? '');
  if (!found || figures.length === 0) return undefined;
  const settings = (found['settings'] ?? '').replaceAll(/\s+/g, '').toLowerCase();
  return { line, label: found['label'] ?? '', figures, settings, text: found['figures'] ?? '' };
}

function comparedRows(view: View, rows: readonly SideRow[]): readonly Draft[] {
  const byLabel = [...groupBy(rows, (row) => row.label)];
  const labels = byLabel.map(([label]) => label);
  if (labels.length < 2 || rows.some((row) => row.figures.length !== rows[0]?.figures.length)) return [];
  const ranks = labels.map((label, at) =>
    REQUEST.test(label) ? REQUEST_RANK : rankLabel(label, labels.toSpliced(at, 1), view.direction),
  );
  const lowest = Math.min(...ranks);
  if (lowest === Math.max(...ranks)) return [];
  const before = byLabel[ranks.indexOf(lowest)]?.[1] ?? [];
  return byLabel
    .filter(([, group]) => group !== before)
    .flatMap(([, after]) => partners(before, after))
    .flatMap(([one, other]) => draftsOf(view, [one, other], rows[0]?.line.number ?? 0));
}

/** Rows of the same settings, and the others in their order as long as both sides have one. */
function partners(
  before: readonly SideRow[],
  after: readonly SideRow[],
): readonly (readonly [SideRow, SideRow])[] {
  const same = new Map(
    after.flatMap((row) => {
      const like = row.settings === '' ? undefined : before.find((one) => one.settings === row.settings);
      return like ? [[row, like] as const] : [];
    }),
  );
  const taken = new Set(same.values());
  const rest = before.filter((row) => !taken.has(row));
  const others = after.filter((row) => !same.has(row));
  return after.flatMap((row) => {
    const like = same.get(row) ?? rest[others.indexOf(row)];
    return like ? [[like, row] as const] : [];
  });
}

function draftsOf(view: View, [before, after]: readonly [SideRow, SideRow], block: number): readonly Draft[] {
  return after.figures.flatMap((figure, at) => {
    const other = before.figures[at];
    if (!other || other.baseUnit !== figure.baseUnit) return [];
    const behind = after.text.slice(figure.end, after.figures[at + 1]?.start).split(/[,;.]/, 1)[0] ?? '';
    return [
      measuredDraft({
        passage: view,
        line: after.line,
        quantity: behind.trim(),
        unit: figure.unit,
        baseUnit: figure.baseUnit,
        sides: [sideOf(other, labelOf(before), before.line), sideOf(figure, labelOf(after), after.line)],
        order: 'as-written',
        titles: titlesAt(view, after.line.number),
        block: `${view.letter}:${block}`,
      }),
    ];
  });
}

function labelOf({ label, settings }: SideRow): string {
  return settings === '' ? label : `${label} (${settings})`;
}
