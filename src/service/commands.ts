// One grammar for mail, pull requests and the command line: "/giveback rerun", "giveback: rerun". The help text is made
// from the same table that reads the commands.

/**
 * Who may give a command. Everybody may ask for less to be said; nobody may ask for a better verdict. A writer is who may
 * write to the repository, or who the list trusts; whoever MAINTAINERS names for a file of the series is as its author.
 * `list` is for those who decide for the list or the repository; an operator runs this service.
 */
export type Right = 'anybody' | 'author' | 'writer' | 'list' | 'operator';

interface Rule {
  readonly verb: string;
  /** Names of the words that follow; a last one in brackets may be missing or be several. */
  readonly words: readonly string[];
  readonly right: Right;
  readonly help: string;
}

export const RULES = [
  { verb: 'rerun', words: [], right: 'author', help: 'evaluate what is there now once more' },
  { verb: 'explain', words: ['claim'], right: 'anybody', help: 'say how the answer to a claim came about' },
  {
    verb: 'assume',
    words: ['figure=number', '[figure=number]'],
    right: 'author',
    help: 'make a second report with figures of yours; the first stays beside it',
  },
  {
    verb: 'base',
    words: ['tree', 'commit'],
    right: 'author',
    help: 'make a second report on the sources of that commit',
  },
  {
    verb: 'depends',
    words: ['message-id'],
    right: 'author',
    help: 'make a second report with that series laid under this one',
  },
  {
    verb: 'dispute',
    words: ['claim', '[reason]'],
    right: 'anybody',
    help: 'say that a figure was misread; people will look',
  },
  { verb: 'why-silent', words: [], right: 'anybody', help: 'say why there was no answer' },
  { verb: 'cancel', words: [], right: 'author', help: 'drop what waits to be evaluated or posted' },
  { verb: 'stop', words: [], right: 'anybody', help: 'say nothing more here' },
  { verb: 'start', words: [], right: 'writer', help: 'take a stop back' },
  {
    verb: 'stop list',
    words: [],
    right: 'list',
    help: 'say nothing more on this list, or in this repository',
  },
  { verb: 'start list', words: [], right: 'list', help: 'take that back' },
  { verb: 'publish', words: [], right: 'list', help: 'say the verdict to all: on the list, or as a comment' },
  {
    verb: 'withdraw',
    words: ['post', 'lines', '[reason]'],
    right: 'operator',
    help: 'take back lines of a mail of ours, as in "withdraw p-1 3-5 the row was misread"',
  },
  { verb: 'help', words: [], right: 'anybody', help: 'say what can be asked' },
] as const satisfies readonly Rule[];

export type CommandVerb = (typeof RULES)[number]['verb'];

export interface Command {
  readonly verb: CommandVerb;
  readonly words: readonly string[];
  readonly right: Right;
}

/** A command, what is wrong with one, or neither: most text is not for us. */
export type ReadCommand =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'unreadable'; readonly because: string }
  | { readonly kind: 'none' };

export const COMMENT_PREFIX = '/giveback';
export const MAIL_PREFIX = 'giveback:';
const LINE_CHARACTERS_MAX = 500;

/** The command of a comment: alone on its first line. What follows is for people. */
export function readComment(body: string): ReadCommand {
  const line =
    body
      .slice(0, LINE_CHARACTERS_MAX * 2)
      .split('\n')[0]
      ?.trimEnd() ?? '';
  return readLine(line, COMMENT_PREFIX);
}

/** A command in a mail, and the line it stands on, from 1. */
export interface MailCommand {
  readonly read: Exclude<ReadCommand, { readonly kind: 'none' }>;
  readonly line: number;
  readonly text: string;
}

/** Where the words of the sender end: a signature, a diff, or a mail below that is quoted without marks. */
const END = /^(?:-- ?|---|diff --git .*|-{2,} ?Original Message.*|_{10,})$/;

/** The commands of a mail: at the start of a line, not quoted, above what is not the sender's; the first `most` count. */
export function readMail(text: string, most: number): readonly MailCommand[] {
  const found: MailCommand[] = [];
  for (const [index, full] of text.split('\n').entries()) {
    const line = full.slice(0, LINE_CHARACTERS_MAX + 1).trimEnd();
    if (END.test(line) || full === '-- ' || found.length >= most) break;
    const read = readLine(line, MAIL_PREFIX);
    if (read.kind !== 'none') found.push({ read, line: index + 1, text: line });
  }
  return found;
}

/** The command of an operator at a shell: "rerun", and the words that follow. */
export function readWords(words: readonly string[]): ReadCommand {
  return readLine([COMMENT_PREFIX, ...words].join(' '), COMMENT_PREFIX);
}

function readLine(line: string, prefix: string): ReadCommand {
  const [first, ...said] = line.split(/[ \t]+/);
  if (first !== prefix || line.length > LINE_CHARACTERS_MAX) return { kind: 'none' };
  const { verb, words } = verbIn(said);
  const rule: (Rule & { verb: CommandVerb }) | undefined = RULES.find((one) => one.verb === verb);
  if (rule === undefined)
    return { kind: 'unreadable', because: `there is no command "${verb.slice(0, 40)}"` };
  const least = rule.words.filter((word) => !word.startsWith('[')).length;
  const isOpen = rule.words.length > least;
  if (words.length < least || (!isOpen && words.length > least))
    return { kind: 'unreadable', because: `it is "${usage(rule)}"` };
  return { kind: 'command', command: { verb: rule.verb, words, right: rule.right } };
}

/** The verb and what follows. Two verbs are of two words, of which a repository may say the second in its own way. */
function verbIn([verb = 'help', ...words]: readonly string[]): {
  readonly verb: string;
  readonly words: readonly string[];
} {
  const isWide = (verb === 'stop' || verb === 'start') && (words[0] === 'list' || words[0] === 'repo');
  return isWide ? { verb: `${verb} list`, words: words.slice(1) } : { verb, words };
}

function usage({ verb, words }: Rule): string {
  return [verb, ...words.map((word) => (word.startsWith('[') ? word : `<${word}>`))].join(' ');
}

/** What can be asked, one line each. */
export function commandHelp(prefix: string = COMMENT_PREFIX): readonly string[] {
  return RULES.map((rule) => `${prefix} ${usage(rule)}: ${rule.help}`);
}

/** What is known of the one who asks. */
export interface Actor {
  /** The author of the series, or somebody whom MAINTAINERS names for a file of it. */
  readonly isAuthor: boolean;
  readonly isWriter: boolean;
  /** Decides for the list or the repository. */
  readonly isOfList: boolean;
  readonly isOperator: boolean;
}

export function mayGive({ right }: Command, actor: Actor): boolean {
  const { isAuthor, isWriter, isOfList, isOperator } = actor;
  switch (right) {
    case 'anybody':
      return true;
    case 'author':
      return isAuthor || isWriter || isOfList || isOperator;
    case 'writer':
      return isWriter || isOfList || isOperator;
    case 'list':
      return isOfList || isOperator;
    case 'operator':
      return isOperator;
  }
}
