import wrapAnsi from 'wrap-ansi';

/** How a terminal face is drawn. */
export interface TextOptions {
  readonly hasColour: boolean;
  /** Bars for a person who looks; a program that reads the text has the figures. */
  readonly hasBars: boolean;
  /** Width to wrap sentences to, in terminal columns; tables keep their own width. */
  readonly columns: number;
}

/** Narrower terminals get longer lines rather than words in pieces. */
const COLUMNS_MIN = 40;

const NO_BREAK = '\u00a0';

/**
 * Two columns of margin; a wrapped sentence hangs two more, so that the next mark stands out. A number stays on the
 * line of its percent sign.
 */
export function indented(line: string, columns: number): string {
  const held = line.replaceAll(/(?<=\d) (?=%)/g, NO_BREAK);
  const wrapped = wrapAnsi(held, Math.max(columns - 4, COLUMNS_MIN), { trim: false });
  const lines = wrapped.replaceAll(NO_BREAK, ' ').split('\n');
  return lines.map((part, index) => (index === 0 ? `  ${part.trimEnd()}` : `    ${part.trim()}`)).join('\n');
}

const LABEL_COLUMNS = 16;

/** Sentences beside a label, each wrapped in its own column; no lines where there is no sentence. */
export function labelled(label: string, sentences: readonly string[], columns: number): readonly string[] {
  const width = Math.max(columns - LABEL_COLUMNS - 4, COLUMNS_MIN);
  const lines = sentences.flatMap((sentence) => {
    const held = sentence.replaceAll(/(?<=\d) (?=%)/g, NO_BREAK);
    return wrapAnsi(held, width)
      .replaceAll(NO_BREAK, ' ')
      .split('\n')
      .map((part, at) => (at === 0 ? part : `  ${part}`));
  });
  return lines.map((line, at) => `  ${(at === 0 ? label : '').padEnd(LABEL_COLUMNS)}${line}`);
}

/** Blocks of lines with a blank line between them; empty blocks are left out. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  const shown = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}
