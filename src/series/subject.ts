/** What a subject line says of a patch, apart from its title. */
export interface Subject {
  /** Without prefixes: neither `Re:` nor `[PATCH v2 2/2]`. */
  readonly title: string;
  readonly isReply: boolean;
  readonly isForward: boolean;
  /** A PATCH tag, or a version, counter, RFC or RESEND in brackets in front of the title. */
  readonly isPatch: boolean;
  readonly isPull: boolean;
  readonly version: number | null;
  /** 1 of "v3.1", a fix-up of v3; 0 otherwise. */
  readonly minor: number;
  /** As written: 0 for a cover letter, 0.5 or 11 of 10 for an extra patch; null when uncounted. */
  readonly index: number | null;
  /** Null when uncounted or written as "n". */
  readonly total: number | null;
  readonly rfc: boolean;
  readonly resend: boolean;
  /** Everything else in the brackets, lower case: "net-next", "autosel", "6.18". */
  readonly tags: readonly string[];
}

interface Draft {
  isReply: boolean;
  isForward: boolean;
  isPatch: boolean;
  isPull: boolean;
  version: number | null;
  minor: number;
  index: number | null;
  total: number | null;
  rfc: boolean;
  resend: boolean;
  tags: string[];
}

const REPLY = /^(?:re|aw|antw|antwort|sv|vs|odp|回复|答复|回覆|答覆)(?:\[\d{1,3}\])?\s{0,3}[:：]\s*/i;
const FORWARD = /^(?:fw|fwd|forwarded|wg|转发|轉寄)\s{0,3}[:：]\s*/i;
const RESENT = /^(?:re-?send|re-?post|resent|resending)\s{0,3}(?:[:：]\s*|(?=\[))/i;
const BARE_PATCH = /^patch(?:\s{1,3}(\d{1,4}\/\d{1,4}))?\s{0,3}:\s+/i;
const BARE_COUNTER = /^(\d{1,4}\/\d{1,4})\s{0,3}:\s+/;
const BARE_VERSION = /^(v\d{1,3})\s{0,3}:\s+/i;

/**
 * Reads a subject in all the spellings that lists know; a subject without any prefix is its own title. Never throws: each
 * prefix takes something off, so it ends with the subject, whose length the readers of mails bound.
 */
export function parseSubject(subject: string): Subject {
  const draft: Draft = {
    isReply: false,
    isForward: false,
    isPatch: false,
    isPull: false,
    version: null,
    minor: 0,
    index: null,
    total: null,
    rfc: false,
    resend: false,
    tags: [],
  };
  let rest = subject.replaceAll(/\s+/g, ' ').trim();
  for (let next = takePrefix(rest, draft); next !== null; next = takePrefix(rest, draft)) rest = next.trim();
  const title = takeTrailingVersion(rest, draft);
  return { ...draft, title };
}

/** Takes one prefix off; null when the title begins. */
function takePrefix(rest: string, draft: Draft): string | null {
  const reply = REPLY.exec(rest);
  if (reply !== null) {
    draft.isReply = true;
    return rest.slice(reply[0].length);
  }
  const forward = FORWARD.exec(rest);
  if (forward !== null) {
    draft.isForward = true;
    return rest.slice(forward[0].length);
  }
  const resent = RESENT.exec(rest);
  if (resent !== null) {
    draft.resend = true;
    return rest.slice(resent[0].length);
  }
  return takeBrackets(rest, draft) ?? takeBare(rest, draft);
}

function takeBrackets(rest: string, draft: Draft): string | null {
  if (!rest.startsWith('[')) return null;
  const close = rest.indexOf(']');
  if (close < 0) return null;
  readTags(rest.slice(1, close).replaceAll('[', ' '), draft);
  return rest.slice(close + 1);
}

/** "PATCH 1/2: title" without brackets, and "1/2: title" or "v3: title" behind a PATCH tag. */
function takeBare(rest: string, draft: Draft): string | null {
  const patch = BARE_PATCH.exec(rest);
  if (patch !== null) {
    draft.isPatch = true;
    if (patch[1] !== undefined) readWord(patch[1], draft);
    return rest.slice(patch[0].length);
  }
  const counter = BARE_COUNTER.exec(rest);
  if (counter !== null && draft.index === null) {
    readWord(counter[1] ?? '', draft);
    return rest.slice(counter[0].length);
  }
  const version = draft.isPatch ? BARE_VERSION.exec(rest) : null;
  if (version === null) return null;
  readWord(version[1] ?? '', draft);
  return rest.slice(version[0].length);
}

function readTags(content: string, draft: Draft): void {
  const words = content.split(/[\s,;:]+/).filter((word) => word !== '');
  // "[GIT] Networking" asks to pull, without the word.
  draft.isPull ||= words.length === 1 && words[0]?.toLowerCase() === 'git';
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    const isHgCounter =
      next.toLowerCase() === 'of' && /^\d+$/.test(word) && /^\d+$/.test(words[at + 2] ?? '');
    if (isHgCounter) {
      readWord(`${word}/${words[at + 2] ?? ''}`, draft);
      at += 2;
    } else if (/^v$/i.test(word) && /^\d+$/.test(next)) {
      readWord(`v${next}`, draft);
      at++;
    } else if (/^for$/i.test(word) && next !== '') {
      draft.tags.push(next.toLowerCase());
      at++;
    } else readWord(word, draft);
  }
}

const PARTS: readonly (readonly [RegExp, (draft: Draft, found: RegExpExecArray) => void])[] = [
  [
    /^patch(?:es|set|v(?=\d))?(?![a-su-z])/i,
    (draft) => {
      draft.isPatch = true;
    },
  ],
  [
    /^rfc/i,
    (draft) => {
      draft.isPatch = true;
      draft.rfc = true;
    },
  ],
  [
    /^(?:re-?)*(?:resend(?:ing)?|resent|repost)/i,
    (draft) => {
      draft.isPatch = true;
      draft.resend = true;
    },
  ],
  [/^(\d{1,5})(?:\.(\d))?\/(\d{1,5}|n)(?![\w/])/i, readCounter],
  [/^-?v?(\d{1,3})(?:\.(\d{1,3}))?(?=$|patch|rfc)/i, readVersion],
  [/^-?v(\d{1,3})(?=\D|$)/i, readVersion],
];

/** One word of the brackets, or several that stand together: "PATCHv2", "v2PATCH1/4", "RFC/PATCH". */
function readWord(word: string, draft: Draft): void {
  const lower = word.toLowerCase();
  if (lower === 'pull' || lower === 'git-pull') draft.isPull = true;
  let rest = word;
  let read = 0;
  for (; rest !== ''; read++) {
    const isAfterPatch = /^\d+$/.test(rest) && /patchv$/i.test(word.slice(0, word.length - rest.length));
    if (/^\d+(?:\.\d+)?$/.test(rest) && !isAfterPatch) break;
    const part = PARTS.find(([pattern]) => pattern.test(rest));
    const found = part?.[0].exec(rest);
    if (part === undefined || !found) break;
    part[1](draft, found);
    rest = rest.slice(found[0].length).replace(/^[/_-]/, '');
  }
  if (rest !== '' && lower !== 'git') draft.tags.push(read === 0 ? lower : rest.toLowerCase());
}

function readCounter(draft: Draft, found: RegExpExecArray): void {
  const index = Number(found[2] === undefined ? found[1] : `${found[1]}.${found[2]}`);
  draft.isPatch = true;
  draft.index = index;
  draft.total = found[3]?.toLowerCase() === 'n' ? null : Number(found[3]);
}

/** "v3.1" is a fix-up of v3, "v4.14" and "v6.6" are kernel releases. */
function readVersion(draft: Draft, found: RegExpExecArray): void {
  const major = Number(found[1]);
  const minor = found[2] === undefined ? null : Number(found[2]);
  if (minor !== null && isRelease(major, minor)) {
    draft.tags.push(`${major}.${minor}`);
    return;
  }
  draft.isPatch = true;
  draft.version = major;
  draft.minor = minor ?? 0;
}

function isRelease(major: number, minor: number): boolean {
  if (major === 2) return minor === 6;
  if (major === 3) return minor >= 10;
  return major >= 4 && (minor >= 3 || (major === 6 && minor === 1));
}

/** "(v2)" at the very end of a title is a version; "v2" elsewhere is not. */
function takeTrailingVersion(title: string, draft: Draft): string {
  const found = /\s\(v(\d{1,3})\)$/i.exec(title);
  if (found === null) return title;
  draft.version ??= Number(found[1]);
  return title.slice(0, -found[0].length);
}
