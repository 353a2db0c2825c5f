import { lineAt, lineBreak } from './line.ts';

/** The head of one file's diff, up to its first hunk. */
export interface FileHeader {
  readonly path: string;
  readonly oldPath: string | null;
  readonly oldBlob: string | null;
  readonly mode: string | null;
  readonly isBinary: boolean;
  /** Offset of the line behind it. */
  readonly end: number;
}

/** What git may print between "diff --git" and the hunks. Source: git diff-format, "extended header lines". */
const EXTENDED =
  /^(?:old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) /;

const INDEX = /^index ([0-9a-f]{4,64})\.\.[0-9a-f]{4,64}(?: (\d{6}))?$/;
const MODE = /^(?:new mode|new file mode) (\d{1,7})$/;

/** Reads the head of a git diff or of a plain unified diff at offset `at`; null when none begins there. */
export function readFileHeader(text: string, at: number): FileHeader | null {
  if (text.startsWith('diff --git ', at)) return readGitHeader(text, at);
  return text.startsWith('--- ', at) ? readPlainHeader(text, at) : null;
}

function readGitHeader(text: string, at: number): FileHeader | null {
  const names = splitGitNames(lineAt(text, at).slice('diff --git '.length));
  if (names === null) return null;
  const { end, ...said } = readExtended(text, lineBreak(text, at) + 1);
  const binary = binaryEnd(text, end);
  if (binary !== null) return { path: names.new, ...said, isBinary: true, end: binary };
  const plain = readPlainHeader(text, end);
  return plain === null ? { path: names.new, ...said, isBinary: false, end } : { ...plain, ...said };
}

/** The lines between "diff --git" and the names; `end` is the offset behind them. */
function readExtended(text: string, from: number) {
  let end = from;
  let oldPath: string | null = null;
  let oldBlob: string | null = null;
  let mode: string | null = null;
  for (let line = lineAt(text, end); EXTENDED.test(line); line = lineAt(text, end)) {
    const [, blob = null, kept = null] = INDEX.exec(line) ?? [];
    oldBlob = blob ?? oldBlob;
    mode = MODE.exec(line)?.[1] ?? kept ?? mode;
    if (/^(?:rename|copy) from /.test(line)) oldPath = unquotePath(line.slice(line.indexOf(' from ') + 6));
    end = lineBreak(text, end) + 1;
  }
  return { oldPath, oldBlob: oldBlob !== null && /^0+$/.test(oldBlob) ? null : oldBlob, mode, end };
}

/** `--- a/x` and `+++ b/x`, with a hunk below. */
function readPlainHeader(text: string, at: number): FileHeader | null {
  if (!text.startsWith('--- ', at)) return null;
  const after = lineBreak(text, at) + 1;
  if (!text.startsWith('+++ ', after)) return null;
  const end = lineBreak(text, after) + 1;
  if (!text.startsWith('@@ -', end)) return null;
  const names = { old: nameOf(lineAt(text, at)), new: nameOf(lineAt(text, after)) };
  return { path: pathOf(names), oldPath: null, oldBlob: null, mode: null, isBinary: false, end };
}

/** The name behind `--- ` or `+++ `, without the date that plain diffs print. */
function nameOf(line: string): string {
  const tab = line.indexOf('\t', 4);
  const name = line.slice(4, tab < 0 ? line.length : tab).trimEnd();
  if (!name.includes(' ')) return unquotePath(name);
  const dated = name.search(/ \d{4}-\d{2}-\d{2} \d/);
  return unquotePath((dated < 0 ? name : name.slice(0, dated)).trimEnd());
}

/** The path that stays in the tree: the new side's, or the old side's of a deleted file. */
function pathOf(names: { readonly old: string; readonly new: string }): string {
  const kept = names.new === '/dev/null' ? names.old : names.new;
  const isPrefixed =
    /^[ab]\//.test(kept) || (names.old !== names.new && withoutFirst(names.old) === withoutFirst(names.new));
  return isPrefixed ? withoutFirst(kept) : kept;
}

function withoutFirst(name: string): string {
  const slash = name.indexOf('/');
  return slash < 0 ? name : name.slice(slash + 1);
}

/** `a/x b/x`: names may hold blanks, so equal halves are looked for first. */
function splitGitNames(text: string): { old: string; new: string } | null {
  if (text.includes('"')) return quotedNames(text);
  const half = (text.length - 1) / 2;
  const isHalved =
    text[half] === ' ' && withoutFirst(text.slice(0, half)) === withoutFirst(text.slice(half + 1));
  const middle = isHalved ? half : text.indexOf(' b/');
  if (middle < 0) return bareNames(text);
  const names = { old: text.slice(0, middle), new: text.slice(middle + 1) };
  const isPrefixed = /^[ciwoab]\//.test(names.new);
  return isPrefixed ? { old: withoutFirst(names.old), new: withoutFirst(names.new) } : names;
}

/** Names of which one or both are in quotes. */
function quotedNames(text: string): { old: string; new: string } | null {
  const end = text.startsWith('"') ? quoteEnd(text) : text.indexOf(' "');
  if (end < 0 || text[end] !== ' ') return null;
  const [old, renamed] = [unquotePath(text.slice(0, end)), unquotePath(text.slice(end + 1))];
  return renamed === '' ? null : { old: withoutFirst(old), new: withoutFirst(renamed) };
}

/** Offset behind the quote that closes the one at the start; -1 when it is open. */
function quoteEnd(text: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return -1;
}

/** Two names without prefixes. */
function bareNames(text: string): { old: string; new: string } | null {
  const [old = '', renamed = '', ...more] = text.split(' ', 3);
  return old !== '' && renamed !== '' && more.length === 0 ? { old, new: renamed } : null;
}

/** git writes odd names in quotes with C escapes. */
function unquotePath(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"') || name.length < 2) return name;
  const bytes = name.slice(1, -1).replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) => unescapeOne(code));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function unescapeOne(code: string): string {
  if (/^[0-7]{3}$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
  return { n: '\n', t: '\t', r: '\r' }[code] ?? code;
}

/** Where a binary patch ends, null when it is none. Its data lines end at an empty line. */
function binaryEnd(text: string, at: number): number | null {
  if (text.startsWith('Binary files ', at)) {
    return lineAt(text, at).endsWith(' differ') ? lineBreak(text, at) + 1 : null;
  }
  if (!text.startsWith('GIT binary patch\n', at)) return null;
  let end = lineBreak(text, at) + 1;
  while (/^(?:literal|delta) \d+$/.test(lineAt(text, end))) {
    const empty = text.indexOf('\n\n', end);
    end = empty < 0 ? text.length : empty + 2;
  }
  return end;
}
