/** The head of one file's diff, up to its first hunk. */
export interface FileHeader {
  readonly path: string;
  readonly oldPath: string | null;
  readonly isBinary: boolean;
  /** Index of the line behind it. */
  readonly end: number;
}

/** What git may print between "diff --git" and the hunks. Source: git diff-format, "extended header lines". */
const EXTENDED =
  /^(?:old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) /;

const HEADER_LINES_MAX = 20;

/** Reads the head of a git diff or of a plain unified diff at `at`; null when none begins there. */
export function readFileHeader(lines: readonly string[], at: number): FileHeader | null {
  const text = lines[at] ?? '';
  if (text.startsWith('diff --git ')) return readGitHeader(lines, at);
  return text.startsWith('--- ') ? readPlainHeader(lines, at) : null;
}

function readGitHeader(lines: readonly string[], at: number): FileHeader | null {
  const names = splitGitNames((lines[at] ?? '').slice('diff --git '.length));
  if (names === null) return null;
  let end = at + 1;
  const extended = new Map<string, string>();
  for (; end < lines.length && end < at + HEADER_LINES_MAX; end++) {
    const found = EXTENDED.exec(lines[end] ?? '');
    if (found === null) break;
    extended.set(found[0].trim(), (lines[end] ?? '').slice(found[0].length));
  }
  const binary = binaryEnd(lines, end);
  const renamedFrom = extended.get('rename from') ?? extended.get('copy from') ?? null;
  const oldPath = renamedFrom === null ? null : unquotePath(renamedFrom);
  if (binary !== null) return { path: names.new, oldPath, isBinary: true, end: binary };
  const plain = readPlainHeader(lines, end);
  return plain === null
    ? { path: names.new, oldPath, isBinary: false, end }
    : { ...plain, oldPath, isBinary: false };
}

/** `--- a/x` and `+++ b/x`, with a hunk below. */
function readPlainHeader(lines: readonly string[], at: number): FileHeader | null {
  const before = lines[at] ?? '';
  const after = lines[at + 1] ?? '';
  if (!before.startsWith('--- ') || !after.startsWith('+++ ') || !(lines[at + 2] ?? '').startsWith('@@ -'))
    return null;
  const names = { old: nameOf(before), new: nameOf(after) };
  return { path: pathOf(names), oldPath: null, isBinary: false, end: at + 2 };
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
  if (text.startsWith('"')) {
    const parts = /^"((?:[^"\\]|\\.){1,1000})" "?((?:[^"\\]|\\.){1,1000})"?$/.exec(text);
    return parts === null
      ? null
      : { old: withoutFirst(unquotePath(`"${parts[1]}"`)), new: withoutFirst(unquotePath(`"${parts[2]}"`)) };
  }
  const half = (text.length - 1) / 2;
  const isHalved =
    text[half] === ' ' && withoutFirst(text.slice(0, half)) === withoutFirst(text.slice(half + 1));
  const middle = isHalved ? half : text.indexOf(' b/');
  if (middle < 0)
    return /^\S+ \S+$/.test(text) ? { old: text.split(' ')[0] ?? '', new: text.split(' ')[1] ?? '' } : null;
  const names = { old: text.slice(0, middle), new: text.slice(middle + 1) };
  const isPrefixed = /^[ciwoab]\//.test(names.new);
  return isPrefixed ? { old: withoutFirst(names.old), new: withoutFirst(names.new) } : names;
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
function binaryEnd(lines: readonly string[], at: number): number | null {
  const text = lines[at] ?? '';
  if (/^Binary files .{1,1000} differ$/.test(text)) return at + 1;
  if (text !== 'GIT binary patch') return null;
  let end = at + 1;
  while (/^(?:literal|delta) \d+$/.test(lines[end] ?? '')) {
    while (end < lines.length && lines[end] !== '') end++;
    end++;
  }
  return Math.min(end, lines.length);
}
