import { documentReader } from './document-reader.ts';
import { readMessageId, readReferences } from './identifiers.ts';
import type { Letter } from './letter.ts';
import { readMailDate } from './mail-date.ts';
import { pageLetter } from './page-letter.ts';

const ENTRY = /^(\s*)"([A-Za-z_-]{1,40})": (.*)$/;
const PERSON = 'submitter';
const REPLY = 'In-Reply-To';

/** The fields of one patch, cover letter or comment, by their names; those of the person as `submitter.name`. */
type Item = Map<string, string>;

/**
 * What patchwork's interface for programs answers, as a browser shows it: a patch, a cover letter or the comments on one,
 * an entry a line. It may be cut anywhere: what stands before the cut is read. Dates are in UTC.
 */
export const patchworkApi = documentReader(
  ({ octets, lines }) => (octets.includes('"msgid": "') ? itemsOf(lines) : null),
  (items, _, settings) => {
    const letters: Letter[] = [];
    for (const item of items.slice(0, settings.limits.lettersMax)) {
      const body = `${item.get('content') ?? ''}\n---\n${item.get('diff') ?? ''}`;
      const text = item.has('diff') ? body : (item.get('content') ?? '');
      letters.push(...pageLetter(saidBy(item), text.split('\n'), settings).value);
    }
    return { value: letters, problems: [] };
  },
);

function saidBy(item: Item) {
  const inReplyTo = readReferences(item.get(REPLY) ?? '', 1)[0] ?? null;
  const name = item.get(`${PERSON}.name`) ?? '';
  const address = item.get(`${PERSON}.email`) ?? null;
  return {
    messageId: readMessageId(item.get('msgid') ?? ''),
    subject: item.get('subject') ?? item.get('name') ?? '',
    from: name === '' && address === null ? null : { name, address },
    date: readMailDate(`${(item.get('date') ?? '').replace('T', ' ')} +0000`),
    inReplyTo,
    references: inReplyTo === null ? [] : [inReplyTo],
    source: 'archive-page',
  } as const;
}

/** Each item begins at its `msgid`; entries at that depth are its own, deeper ones those of what was opened last. */
function itemsOf(lines: readonly string[]): readonly Item[] | null {
  const items: Item[] = [];
  let depth = 0;
  let opened = '';
  for (const line of lines) {
    const [, indent = '', name = '', written = ''] = ENTRY.exec(line) ?? [];
    if (name === '') continue;
    if (name === 'msgid') {
      items.push(new Map());
      depth = indent.length;
    }
    const isOwn = indent.length === depth;
    if (isOwn) opened = name;
    const key = isOwn || name === REPLY ? name : `${opened}.${name}`;
    const value = stringIn(written);
    const item = items.at(-1);
    if (item !== undefined && value !== null && !item.has(key)) item.set(key, value);
  }
  return items.length === 0 ? null : items;
}

/** The string that a line holds, also when the document ends in the middle of it; null for any other value. */
function stringIn(written: string): string | null {
  if (!written.startsWith('"')) return null;
  const whole = written.replace(/,$/, '');
  return parsed(whole) ?? parsed(`${whole.replace(/\\(?:u[0-9a-f]{0,3})?$/i, '')}"`);
}

function parsed(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : null;
  } catch {
    return null;
  }
}
