/** What was found of a message that stands on one line. */
export interface LostHeaders {
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
}

const NAMES: ReadonlySet<string> = new Set([
  'return-path',
  'received',
  'received-spf',
  'delivered-to',
  'dkim-signature',
  'domainkey-signature',
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'user-agent',
  'sender',
  'precedence',
  'reply-to',
  'authentication-results',
  'organization',
  'lines',
  'autocrypt',
  'openpgp',
  'thread-topic',
  'thread-index',
  'accept-language',
  'errors-to',
  'archived-at',
  'mail-followup-to',
  'mail-copies-to',
  'feedback-id',
  'auto-submitted',
  'importance',
  'comments',
  'keywords',
  'face',
  'envelope-to',
  'original-recipient',
  'mailing-list',
  'newsgroups',
]);
const FAMILIES = ['x-', 'list-', 'arc-', 'content-', 'resent-', 'dkim-', 'ironport-', 'msip_'];

/** Values that end by their own grammar, so that what follows is the next header or the body. */
const GRAMMARS: ReadonlyMap<string, RegExp> = new Map([
  ['mime-version', /^\d\.\d(?: \([^()]{0,80}\))?/],
  ['precedence', /^\S+/],
  ['x-mailing-list', /^\S+@\S+/],
  ['content-transfer-encoding', /^\S+/],
  ['content-language', /^[\w-]+(?:, [\w-]+){0,20}/],
  ['content-disposition', /^(?:inline|attachment)(?:; \w+="?[^"\s]{0,200}"?)?/i],
  ['content-type', /^[\w-]+\/[\w.+-]+(?:; ?[\w*-]+=(?:"[^"]{0,200}"|[^\s;]{1,200})){0,10};?/],
  ['content-length', /^\d+/],
  ['lines', /^\d+/],
  ['message-id', /^(?:<\S{1,300}>)?/],
  ['in-reply-to', /^(?:<\S{1,300}>)?/],
  ['references', /^(?:<\S{1,300}>(?: <\S{1,300}>){0,500})?/],
  [
    'date',
    /^(?:[A-Z][a-z]{2}, ?)?\d{1,2} [A-Z][a-z]{2} \d{4} [\d:]{5,8} [+-]\d{4}(?: \([A-Za-z +:0-9]{1,40}\))?/,
  ],
  ['user-agent', /^(?:\S+\/\S+|K-9 Mail for Android)(?: \([^()]{0,200}\)){0,3}(?: \S+\/\S+){0,8}/],
  [
    'x-mailer',
    /^(?:git-send-email|Microsoft Outlook|Evolution|Sylpheed|Claws Mail|Apple Mail)? ?(?:[\d.]+\S*)?(?: \([^()]{0,80}\))?/,
  ],
  ['sender', /^(?:\S+@\S+)?/],
  ['return-path', /^(?:<\S{0,300}>|\S+@\S+)?/],
  ['thread-index', /^\S+(?: \S+=)?/],
  ['accept-language', /^[\w-]+(?:, [\w-]+){0,20}/],
  ['auto-submitted', /^\S+/],
  ['list-id', /^(?:<\S{1,200}>)?/],
  ['list-subscribe', /^(?:<\S{1,200}>)?/],
  ['list-unsubscribe', /^(?:<\S{1,200}>)?/],
  ['list-help', /^(?:<\S{1,200}>)?/],
  ['list-post', /^(?:<\S{1,200}>)?/],
  ['list-archive', /^(?:<\S{1,200}>)?/],
]);

/** Where a body shows itself when the last header has no grammar of its own. */
const BODY_SIGN = / (?:On .{10,120} wrote:|> |Hi[ ,]|Hello[ ,]|From: |diff --git )/;
const FIELDS_MAX = 2000;

interface Mark {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
}

/** Finds the headers at the start of `line`, which has no line breaks, and the body behind them. */
export function findHeaders(line: string): LostHeaders {
  const text = line.replace(/^From \S+ [A-Z][a-z]{2} [A-Z][a-z]{2} +\d+ [\d:]+ \d{4} /, '');
  const marks = findMarks(text);
  const fields: { name: string; value: string }[] = [];
  let at = 0;
  for (let next = 0; next < marks.length && next < FIELDS_MAX; ) {
    const mark = marks[next];
    if (mark === undefined || mark.start !== at) break;
    const following = marks.findIndex((one, index) => index > next && one.start >= mark.valueStart);
    const end = valueEnd(text, mark, marks[following]?.start ?? null);
    fields.push({ name: mark.name, value: text.slice(mark.valueStart, end).trim() });
    at = pastBlanks(text, end);
    next = following < 0 ? marks.length : following;
  }
  return { fields, body: text.slice(at) };
}

function findMarks(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    const start = text.lastIndexOf(' ', colon - 1) + 1;
    const isEnded = colon + 1 === text.length || text[colon + 1] === ' ';
    const name = text.slice(start, colon);
    if (isEnded && colon - start <= 60 && isKnown(name)) {
      marks.push({ name, start, valueStart: Math.min(colon + 2, text.length) });
    }
  }
  return marks;
}

function isKnown(name: string): boolean {
  if (!/^[A-Z][\w-]+$/.test(name)) return false;
  const lower = name.toLowerCase();
  return NAMES.has(lower) || FAMILIES.some((family) => lower.startsWith(family));
}

function valueEnd(text: string, mark: Mark, nextStart: number | null): number {
  const grammar = GRAMMARS.get(mark.name.toLowerCase());
  const limit = nextStart ?? text.length;
  const value = text.slice(mark.valueStart, limit);
  if (grammar !== undefined) {
    const found = grammar.exec(value);
    if (found !== null) return mark.valueStart + found[0].length;
  }
  if (nextStart !== null) return nextStart;
  const sign = BODY_SIGN.exec(value.slice(0, 4000));
  return sign === null ? text.length : mark.valueStart + sign.index;
}

function pastBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}
