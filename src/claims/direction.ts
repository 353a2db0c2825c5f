import type { Letter } from '../ingest/letter.ts';
import type { Series } from '../series/series.ts';
import { namesOf } from './names.ts';

/** What the series itself says about its direction: words of what it leaves and of what it brings. */
export interface Direction {
  readonly leaving: ReadonlySet<string>;
  readonly arriving: ReadonlySet<string>;
  /** Words of the subject that neither is said of: what a patch is about is more often what it brings. */
  readonly hinted: ReadonlySet<string>;
  readonly reverts: boolean;
  /** The letters report a slow-down and bring no change of their own: what is current is then the state after. */
  readonly regressed: boolean;
}

/** "use", "add", "support" bring what follows; "remove", "don't use", "instead of" leave it. */
const BRINGING = [
  'use',
  'using',
  'add',
  'adding',
  'support',
  'enable',
  'introduce',
  'implement',
  'allow',
  'switch to',
  'convert to',
  'move to',
  'jump to',
  'run in',
];
const LEAVING = [
  "don't use",
  'do not use',
  'instead of',
  'rather than',
  'remove',
  'removing',
  'drop',
  'avoid',
  'skip',
  'stop',
  'no longer',
  'get rid of',
  'replace',
  'disable',
  'without',
  'convert from',
  'switch from',
  'eliminate',
  'reduce',
  'not using',
];

const WORDS_PER_CUE = 6;

/** A line that a diff takes away or adds. */
interface ChangedLine {
  readonly kind: string;
  readonly text: string;
}

/** Reads the subject line and the changed identifiers of the diffs once per series. */
export function readDirection(series: Series): Direction {
  const files = series.patches.flatMap((patch) => patch.files);
  const lines = files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines));
  return directionOf(series.subject, lines, files.length === 0);
}

/** Of a letter alone, before anybody put its series together: by its title and by the lines of its diff as they stand. */
export function readLetterDirection({ subject, text }: Pick<Letter, 'subject' | 'text'>): Direction {
  const start = text.startsWith('diff --git ') ? 0 : text.indexOf('\ndiff --git ');
  const changed = start < 0 ? [] : text.slice(start).split('\n').map(changedLine);
  return directionOf(subject, changed, start < 0);
}

function changedLine(line: string): ChangedLine {
  const isName = line.startsWith('--- ') || line.startsWith('+++ ');
  return { kind: isName ? ' ' : line.charAt(0), text: line.slice(1) };
}

function directionOf(title: string, changed: readonly ChangedLine[], isReport: boolean): Direction {
  const subject = title.toLowerCase();
  const leaving = new Set<string>();
  const arriving = new Set<string>();
  for (const cue of LEAVING) addWordsBehind(subject, cue, leaving);
  for (const cue of BRINGING) addWordsBehind(subject, cue, arriving);
  for (const word of leaving) arriving.delete(word);
  addDiffNames(changed, leaving, arriving);
  const topic = namesOf(subject.slice(subject.lastIndexOf(': ') + 1));
  return {
    leaving,
    arriving,
    hinted: new Set(topic.filter((name) => !leaving.has(name) && !arriving.has(name))),
    reverts: /\brevert/.test(subject),
    regressed: isReport && /regress|performance drop|slow(?:er|down)|drop due/.test(subject),
  };
}

function addWordsBehind(subject: string, cue: string, into: Set<string>): void {
  const at = subject.indexOf(cue);
  const isWord = at === 0 || !/[\w']/.test(subject.charAt(at - 1));
  if (at < 0 || !isWord || /\w/.test(subject.charAt(at + cue.length))) return;
  // "a drop by the new limit" drops nothing.
  if (/^ (?:by|in|due|of|on|when|after)\b/.test(subject.slice(at + cue.length))) return;
  const behind =
    subject.slice(at + cue.length).split(/\b(?:instead|rather|to|for|when|if|and|,)\b/, 1)[0] ?? '';
  for (const name of namesOf(behind).slice(0, WORDS_PER_CUE)) into.add(name);
}

/** Identifiers that only removed lines hold, or only added ones. The subject's word goes first. */
function addDiffNames(changed: readonly ChangedLine[], leaving: Set<string>, arriving: Set<string>): void {
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const { kind, text } of changed) {
    const into = kind === '+' ? added : kind === '-' ? removed : null;
    if (into) for (const name of identifiersIn(text)) into.add(name.toLowerCase());
  }
  for (const name of removed) if (!added.has(name) && !arriving.has(name)) leaving.add(name);
  for (const name of added) if (!removed.has(name) && !leaving.has(name)) arriving.add(name);
}

/** Names that are called, or of several words. */
function identifiersIn(code: string): readonly string[] {
  return code.match(/\b[A-Za-z]\w{3,60}(?=\()|\b[A-Za-z]\w{0,60}_\w{1,60}/g) ?? [];
}
