import type { HunkHeader } from './hunk-header.ts';
import type { QuotedLine } from './quoted-line.ts';

/**
 * Sets empty context lines apart that a mailer joined to the line below: " " and "+x" became " +x". The lines that may
 * hide one begin with a blank and then a first column of their own. Null unless exactly one choice of them gives as
 * many old and new lines as the hunk's header says.
 */
export function separateSwallowed(
  header: HunkHeader,
  lines: readonly QuotedLine[],
): readonly QuotedLine[] | null {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line.text)).length;
  const plain = count(/^(?: |$)/);
  const missing = {
    old: header.oldLines - plain - count(/^-/),
    new: header.newLines - plain - count(/^\+/),
  };
  const hidden = { added: count(/^ \+/), removed: count(/^ -/), context: count(/^ {2}\s*\S/) };
  const choice = onlyChoice(missing, hidden);
  if (choice === null) return null;
  return lines.flatMap((line) => (hides(line.text, choice) ? parted(line) : [line]));
}

interface Hidden {
  readonly added: number;
  readonly removed: number;
  readonly context: number;
}

/**
 * How many of each kind are to be parted. A part of a kind could be chosen in several ways, so only none or all of a
 * kind is a choice, and it must be the only one that fits.
 */
function onlyChoice(missing: { readonly old: number; readonly new: number }, hidden: Hidden): Hidden | null {
  const fitting: Hidden[] = [];
  for (let context = 0; context <= hidden.context; context++) {
    const added = missing.new - context;
    const removed = missing.old - context;
    const isPossible = added >= 0 && added <= hidden.added && removed >= 0 && removed <= hidden.removed;
    if (isPossible && added + removed + context > 0) fitting.push({ added, removed, context });
  }
  const [only, ...others] = fitting;
  if (only === undefined || others.length > 0) return null;
  const isAllOrNone = (chosen: number, all: number) => chosen === 0 || chosen === all;
  const { added, removed, context } = only;
  const isSure =
    isAllOrNone(added, hidden.added) &&
    isAllOrNone(removed, hidden.removed) &&
    isAllOrNone(context, hidden.context);
  return isSure ? only : null;
}

function hides(text: string, choice: Hidden): boolean {
  if (text.startsWith(' +')) return choice.added > 0;
  if (text.startsWith(' -')) return choice.removed > 0;
  return choice.context > 0 && text.startsWith('  ') && text.trim() !== '';
}

function parted(line: QuotedLine): readonly QuotedLine[] {
  return [
    { ...line, text: ' ' },
    { ...line, text: line.text.slice(1) },
  ];
}
