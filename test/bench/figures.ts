import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Row } from './compare.ts';

const BEGIN = '<!-- npm run bench -- --write: begin -->';
const END = '<!-- npm run bench -- --write: end -->';
const HEAD = '# Performance\n\n';

const cells = (row: Row): string[] => [
  row.name,
  row.seconds.toFixed(3),
  `${row.peer} ${row.peerSeconds.toFixed(3)}`,
  (row.seconds / row.peerSeconds).toFixed(2),
  row.targetRatio === null ? '' : `<= ${Number(row.targetRatio.toFixed(3))}`,
];

/** A Markdown table that is also readable in a terminal: work, peer, and what carries over, the ratio. */
export function benchTable(rows: readonly Row[]): string {
  const lines = [['work', 's', 'peer, s', 'ratio', 'target'], ...rows.map(cells)];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [drawn[0], rule, ...drawn.slice(1)].join('\n');
}

const machine = (): string => {
  const { length } = cpus();
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `Node ${process.versions.node}, ${process.platform}-${process.arch}, ${length} cores (${model}). Medians of interleaved rounds, in wall time, or in processor time where the name says CPU.`;
};

/** Replaces the figures between the two markers, or adds them at the end; prose around them stays. */
export function writeFigures(path: string, rows: readonly Row[]): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : HEAD;
  const figures = `${BEGIN}\n${machine()}\n\n${benchTable(rows)}\n${END}`;
  const [begin, end] = [before.indexOf(BEGIN), before.indexOf(END)];
  const after =
    begin >= 0 && end > begin
      ? before.slice(0, begin) + figures + before.slice(end + END.length)
      : `${before.trimEnd()}\n\n${figures}\n`;
  writeFileSync(path, after);
}
