import type { Report } from '../report.ts';
import { hazardLines } from './finding-lines.ts';
import { givebackLines } from './giveback-lines.ts';
import { paintWith } from './paint.ts';
import { indented, joinBlocks, type TextOptions } from './screen.ts';
import { visible } from './visible.ts';

type Model = NonNullable<Report['model']>;

/** The giveback path before and after, what changed it and where that stands, and the hazards with their traces. */
export function composeModelText(model: Model, options: TextOptions): string {
  const paint = paintWith(options.hasColour);
  const era = model.era === null ? [] : [`usbcore's giveback is of era ${model.era}`];
  const blocks = [
    [...givebackLines(model), ...era],
    model.changes.flatMap(changeLines),
    model.configurations.map(
      ({ label, hcd }) => `“${visible(label)}”   ${hcd.giveback.context}, ${hcd.irq.type} interrupt`,
    ),
    hazardLines(model, paint),
  ];
  return joinBlocks(blocks.map((lines) => lines.map((line) => indented(line, options.columns))));
}

function changeLines(change: Model['changes'][number]): string[] {
  const place = change.file === null ? 'from the text' : `${visible(change.file)}:${change.line ?? '?'}`;
  return [
    `${change.kind}   ${visible(change.from)}  →  ${visible(change.to)}   ${place}`,
    `    ${visible(change.evidence)}`,
  ];
}
