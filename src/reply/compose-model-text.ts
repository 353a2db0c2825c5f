import type { Report } from '../report.ts';
import { ERA_WORDS } from './era-words.ts';
import { hazardLines } from './finding-lines.ts';
import { givebackColumns } from './giveback-columns.ts';
import { paintWith } from './paint.ts';
import { indented, joinBlocks, type TextOptions } from './screen.ts';
import { differenceLines, driverWords, readFrom, refusalLines } from './tree-words.ts';
import { visible } from './visible.ts';

type Model = NonNullable<Report['model']>;

/**
 * The giveback path before and after, side by side; then what changed it and where that stands, what is not modelled, the
 * hazards with their traces, and what the configurations of the text are.
 */
export function composeModelText(model: Model, options: TextOptions): string {
  const paint = paintWith(options.hasColour);
  const sentences = (lines: readonly string[]): string[] =>
    lines.map((line) => indented(line, options.columns));
  return joinBlocks([
    sentences([paint('strong', visible(model.driver)), ...originLines(model), ...eraLine(model)]),
    givebackColumns(model, { paint, columns: options.columns }),
    sentences(RESUBMITTERS),
    sentences(model.changes.flatMap(changeLines)),
    sentences(model.unmodelled.map(({ file, why }) => `not modelled   ${visible(file)}: ${visible(why)}`)),
    sentences(hazardWords(model).concat(hazardLines(model, paint))),
    sentences(model.configurations.map(configurationLine)),
  ]);
}

/** Who submits again where. Source: usb-model, section 1.4 */
const RESUBMITTERS = [
  'hid, hub, uvcvideo, usbnet and snd-usb-audio submit again in complete(); usb-storage in its thread, r8152 in NAPI.',
];

function originLines(model: Model): string[] {
  const stand = driverWords(model);
  return [
    `read from ${readFrom(model)}`,
    ...refusalLines(model).map((line) => `  ${line}`),
    ...differenceLines(model),
    ...(stand === null ? [] : [stand]),
  ];
}

function eraLine({ era }: Model): string[] {
  return era === null ? [] : [`usbcore is of era ${era}: ${ERA_WORDS[era] ?? ''}`];
}

function changeLines(change: Model['changes'][number]): string[] {
  const place = change.file === null ? 'from the text' : `${visible(change.file)}:${change.line ?? '?'}`;
  return [
    `${change.kind}   ${visible(change.from)}  →  ${visible(change.to)}   ${place}`,
    `    ${visible(change.evidence)}`,
  ];
}

function hazardWords({ hazards }: Model): string[] {
  return hazards.length === 0 ? ['no hazard'] : [];
}

function configurationLine({ label, hcd }: Model['configurations'][number]): string {
  return `“${visible(label)}” is: complete() in ${hcd.giveback.context}, ${hcd.irq.type} interrupt, ${hcd.buffers.kind} buffers`;
}
