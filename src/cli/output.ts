import { writeFileSync } from 'node:fs';
import { visible } from '../reply/visible.ts';

/** Results go to stdout, or to a file when the user named one; nothing else ever does. */
export function writeResult(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Warnings and reasons on stderr. A reason may quote what came from outside. */
export function complain(input: string, reason: string): void {
  process.stderr.write(`giveback: ${harmless(input)}: ${harmless(reason)}\n`);
}

/** Lines that can not move the cursor of a terminal, whatever they quote. */
export function harmless(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** Colour for a person at a terminal, unless they said no. Source: no-color.org */
export function terminalLook(isForFile: boolean): {
  hasColour: boolean;
  hasBars: boolean;
  columns: number;
} {
  const isTerminal = process.stdout.isTTY === true && !isForFile;
  const isRefused = (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb';
  return {
    hasColour: isTerminal && !isRefused,
    hasBars: isTerminal && process.env['TERM'] !== 'dumb',
    columns: isTerminal ? process.stdout.columns : 110,
  };
}
