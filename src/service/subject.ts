// What a command at a shell is about, as people have it at hand: a Message-ID, an address of a page, "owner/repo#7".

export type Subject =
  | { readonly kind: 'mail'; readonly messageId: string }
  | { readonly kind: 'request'; readonly repository: string; readonly number: number };

const NAME = '[\\w.-]{1,100}';
const REQUEST = new RegExp(`^(${NAME}/${NAME})#(\\d{1,10})$`);
const REQUEST_PATH = new RegExp(`^/(${NAME}/${NAME})/pull/(\\d{1,10})(?:/|$)`);
const CHARACTERS_MAX = 2_000;

/** Whatever is no request is taken for a Message-ID, with or without its angle brackets. */
export function readSubject(given: string): Subject {
  const text = given.trim().slice(0, CHARACTERS_MAX);
  const named = requestIn(REQUEST, text);
  if (named !== null) return named;
  const path = URL.canParse(text) ? new URL(text).pathname : null;
  if (path === null || !/^https?:/i.test(text)) return { kind: 'mail', messageId: bare(text) };
  return requestIn(REQUEST_PATH, path) ?? { kind: 'mail', messageId: bare(messageIdIn(path) ?? text) };
}

function requestIn(pattern: RegExp, text: string): Subject | null {
  const [, repository, number] = pattern.exec(text) ?? [];
  if (repository === undefined || number === undefined) return null;
  return { kind: 'request', repository, number: Number(number) };
}

/** An archive writes "/list/<Message-ID>/t.mbox.gz", with the "/" of a Message-ID as %2F. */
function messageIdIn(path: string): string | null {
  const parts = path.split('/').map(decoded);
  return parts.find((part) => part.includes('@')) ?? null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function bare(id: string): string {
  return id.replace(/^</, '').replace(/>$/, '');
}
