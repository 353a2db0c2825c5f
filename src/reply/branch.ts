import wrapAnsi from 'wrap-ansi';

/** A line of a tree with what hangs below it. */
export interface Branch {
  readonly text: string;
  readonly below: readonly Branch[];
}

/** Below that there is no room for words. */
const WORDS_MIN = 20;

/** A tree drawn with lines, wrapped to a width in terminal columns; a wrapped line hangs under its first word. */
export function drawTree(roots: readonly Branch[], columns: number): readonly string[] {
  return roots.flatMap(({ text, below }) => [
    ...hung('', '', text, columns),
    ...drawBelow(below, '', columns),
  ]);
}

function drawBelow(branches: readonly Branch[], trunk: string, columns: number): readonly string[] {
  return branches.flatMap(({ text, below }, at) => {
    const isLast = at === branches.length - 1;
    const next = `${trunk}${isLast ? '   ' : '│  '}`;
    const hang = below.length > 0 ? `${next}│ ` : `${next}  `;
    return [
      ...hung(`${trunk}${isLast ? '└─ ' : '├─ '}`, hang, text, columns),
      ...drawBelow(below, next, columns),
    ];
  });
}

function hung(first: string, more: string, text: string, columns: number): readonly string[] {
  const room = Math.max(columns - Math.max(first.length, more.length), WORDS_MIN);
  const parts = wrapAnsi(text, room, { hard: true, trim: false }).split('\n');
  return parts.map((part, at) => `${at === 0 ? first : more}${at === 0 ? part : part.trimStart()}`.trimEnd());
}
