// The MAINTAINERS file of a kernel tree: who answers for which files.
// Source: Documentation/process/submitting-patches and the head of MAINTAINERS itself

const LINES_MAX = 200_000;
const LINE_CHARACTERS_MAX = 500;

/** A section: people, and the files that are theirs. */
interface Section {
  readonly people: Set<string>;
  readonly files: string[];
  readonly excluded: string[];
}

/**
 * The addresses, in lower case, of those whom the M: and R: lines name for at least one of the paths, by F: and X:. What
 * only a pattern for whole names (N:) would give is left out: too few is a person who is told no, too many a stranger
 * who is told yes.
 */
export function maintainersOf(text: string, paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { people, files, excluded } of sectionsIn(text)) {
    const isTheirs = (path: string) =>
      files.some((pattern) => matches(pattern, path)) && !excluded.some((pattern) => matches(pattern, path));
    if (paths.some(isTheirs)) for (const one of people) found.add(one);
  }
  return found;
}

function sectionsIn(text: string): readonly Section[] {
  const sections: Section[] = [newSection()];
  for (const full of text.split('\n', LINES_MAX)) {
    const line = full.slice(0, LINE_CHARACTERS_MAX).trimEnd();
    const [, tag = '', value = ''] = /^([A-Z]):[ \t]+(\S.*)$/.exec(line) ?? [];
    // A title stands between two sections, whether there is an empty line or not.
    if (tag === '') sections.push(newSection());
    else note(sections.at(-1) ?? newSection(), tag, value);
  }
  return sections;
}

const newSection = (): Section => ({ people: new Set(), files: [], excluded: [] });

function note({ people, files, excluded }: Section, tag: string, value: string): void {
  if (tag === 'F') files.push(value);
  if (tag === 'X') excluded.push(value);
  const [, address] = /<([^<>\s@]{1,200}@[^<>\s@]{1,200})>/.exec(value) ?? [];
  if ((tag === 'M' || tag === 'R') && address !== undefined) people.add(address.toLowerCase());
}

/** "drivers/usb/" is all that is below, "drivers/usb/host/xhci*" is in that folder alone. */
function matches(pattern: string, path: string): boolean {
  const isBelow = pattern.endsWith('/');
  const wanted = (isBelow ? pattern.slice(0, -1) : pattern).split('/');
  const given = path.split('/');
  const isDeepEnough = isBelow ? given.length > wanted.length : given.length === wanted.length;
  return isDeepEnough && wanted.every((part, at) => matchesPart(part, given[at] ?? ''));
}

/** One name with "*" and "?" in it, without a regular expression: the last star is gone back to, and no other. */
function matchesPart(pattern: string, name: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[from] === '*') [star, mark, from] = [from, at, from + 1];
    else if (pattern[from] === '?' || pattern[from] === name[at]) [at, from] = [at + 1, from + 1];
    else if (star >= 0) [mark, at, from] = [mark + 1, mark + 1, star + 1];
    else return false;
  }
  return [...pattern.slice(from)].every((sign) => sign === '*');
}
