import type { Letter } from '../ingest/letter.ts';
import type { ClaimLimits } from './claim-limits.ts';
import { hintsIn, mayClaim } from './may-claim.ts';

/** What the diff of a patch begins with; what stands below it is code, whose numbers nobody claims. */
const DIFF_BEGINS = ['diff --git ', 'Index: ', '--- a/'];

/** Words and marks that set one state against another, or praise one; without any of them a number is just a number. */
const COMPARING =
  /->|=>|\[k\]|\u2192|\bvs\b|versus|compar|instead of|\bbefore\b|\bafter\b|\bwithout\b|w\/o|patched|baseline|vanilla|original|improv|increas|decreas|reduc|fast|slow|speed|through|perform|latenc|bandw|better|worse|gain|regress|drop|\bfrom\b[^.]{1,60}\bto\b|[MKGk]i?B\/s|[MGk]bps|bit\/s|iops|fps|\bno (?:measur|visib|obvious)|twice|halv|doubl|tripl|times|\bcut|lower|higher|reach|\u00b1/i;
/** A title stands some lines above its figures; a single figure stands in its sentence. */
const LINES_AROUND = { one: 2, several: 8 };

/**
 * What somebody says in words of his own when it may hold a claim: quotes and diffs are passed over, where most numbers
 * of a list stand, and so is a number that nothing near it compares. Null when it holds none, which costs a walk over
 * the lines and one over the characters of what is his own.
 */
export function ownWords(
  { subject, text }: Pick<Letter, 'subject' | 'text'>,
  { numberLinesMax }: Pick<ClaimLimits, 'numberLinesMax'>,
): string | null {
  const own = ownText(text);
  return mayClaim(subject) || compares(own, hintsIn(own, numberLinesMax)) ? own : null;
}

/** The lines of a text up to its diff that quote nobody. */
function ownText(text: string): string {
  const pieces: string[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length && !beginsDiff(text, at)) {
    const feed = text.indexOf('\n', at);
    const next = feed < 0 ? text.length : feed + 1;
    if (text.charCodeAt(at) === QUOTE_MARK) {
      if (at > start) pieces.push(text.slice(start, at));
      start = next;
    }
    at = next;
  }
  pieces.push(text.slice(start, at));
  return pieces.join('');
}

/** A quoted line begins with its mark. */
const QUOTE_MARK = 62;

function beginsDiff(text: string, at: number): boolean {
  return DIFF_LETTERS.has(text.charCodeAt(at)) && DIFF_BEGINS.some((words) => text.startsWith(words, at));
}

const DIFF_LETTERS = new Set(DIFF_BEGINS.map((words) => words.charCodeAt(0)));

/** Whether something that may be claimed stands near a word that compares. */
function compares(own: string, hints: readonly number[]): boolean {
  const around = hints.length > 1 ? LINES_AROUND.several : LINES_AROUND.one;
  return hints.some((at) => COMPARING.test(linesAround(own, at, around)));
}

function linesAround(text: string, at: number, count: number): string {
  let [start, end] = [at, at];
  for (let line = 0; line <= count && start >= 0; line += 1)
    start = start === 0 ? -1 : text.lastIndexOf('\n', start - 1);
  for (let line = 0; line <= count && end < text.length; line += 1) {
    const feed = text.indexOf('\n', end + 1);
    end = feed < 0 ? text.length : feed;
  }
  return text.slice(start + 1, end);
}
