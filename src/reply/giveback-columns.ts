import wrapAnsi from 'wrap-ansi';
import type { Report } from '../report.ts';
import { givebackSteps, STEP_ORDER, type Step, type Steps } from './giveback-steps.ts';
import type { Paint } from './paint.ts';
import { visible } from './visible.ts';

type Model = NonNullable<Report['model']>;

/** Margin, a mark and the gap between the columns. */
const GAP = 6;
const COLUMN_MIN = 36;

/** One giveback before the series and after it, side by side; what differs is marked with a star. */
export function givebackColumns(
  { before, after, era }: Model,
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): string[] {
  const width = Math.max(Math.floor((columns - GAP) / 2), COLUMN_MIN);
  const sides = [givebackSteps(before, era), givebackSteps(after, era)] as const;
  if (isSame(...sides)) return oneColumn(sides[0], paint);
  const head = `    ${'before'.padEnd(width)}  after`;
  return [paint('quiet', head), ...rowsOf(...sides).flatMap((row) => drawn(row, width, paint))];
}

interface Row {
  readonly before: Step | undefined;
  readonly after: Step | undefined;
}

function rowsOf(before: Steps, after: Steps): Row[] {
  return STEP_ORDER.map((name) => ({ before: before.get(name), after: after.get(name) })).filter(
    (row) => row.before !== undefined || row.after !== undefined,
  );
}

function isSame(before: Steps, after: Steps): boolean {
  return rowsOf(before, after).every((row) => row.before?.says === row.after?.says);
}

function oneColumn(steps: Steps, paint: Paint): string[] {
  const lines = rowsOf(steps, steps).flatMap(({ before }) => (before === undefined ? [] : [before]));
  const shown = lines.map((step) => `    ${paint(toneOf(step, false), worded(step))}`);
  return [paint('quiet', '    before and after'), ...shown];
}

/** A step that is longer than its column goes on below, and the other side waits for it. */
function drawn({ before, after }: Row, width: number, paint: Paint): string[] {
  const isChanged = before?.says !== after?.says;
  const [left, right] = [before, after].map((step) => wrapped(step, width));
  const height = Math.max(left?.length ?? 0, right?.length ?? 0);
  return Array.from({ length: height }, (_, index) => {
    const mark = isChanged && index === 0 ? paint('unsure', '*') : ' ';
    const cells = [
      paint(toneOf(before, isChanged), (left?.[index] ?? '').padEnd(width)),
      paint(toneOf(after, isChanged), right?.[index] ?? ''),
    ];
    return `  ${mark} ${cells.join('  ')}`.trimEnd();
  });
}

function wrapped(step: Step | undefined, width: number): string[] {
  if (step === undefined) return [];
  const margin = '  '.repeat(step.depth);
  const says = visible(step.says);
  const room = width - margin.length;
  const lines = says.length <= room ? [says] : wrapAnsi(says, room - 2).split('\n');
  return lines.map((line, index) => `${margin}${index === 0 ? '' : '  '}${line}`);
}

function worded({ depth, says }: Step): string {
  return `${'  '.repeat(depth)}${visible(says)}`;
}

function toneOf(step: Step | undefined, isChanged: boolean): 'bad' | 'strong' | 'plain' {
  if (step?.isDeadlock === true) return 'bad';
  return isChanged ? 'strong' : 'plain';
}
