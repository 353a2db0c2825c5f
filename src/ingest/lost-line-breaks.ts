import type { Document } from './document.ts';
import { documentReader } from './document-reader.ts';
import { restoreBody } from './lost-body.ts';
import { findHeaders, type LostHeaders } from './lost-headers.ts';
import { readMail } from './read-mail.ts';

const TELLING = ['from', 'subject', 'date', 'message-id'];
const FIRST_LINE_LENGTH_MIN = 200;

/**
 * A message whose line breaks were lost on a page: all headers and the body stand on one line, every run of white
 * space is one blank, and `<...>` that looked like a tag is gone. Headers are restored by their names, quoted lines
 * by their marks; what can not be restored stays one long line, and a problem says so.
 */
export const lostLineBreaks = documentReader(headersOf, async (found, _, settings) => {
  const head = found.fields.map((field) => `${field.name}: ${field.value}`).join('\n');
  const letter = await readMail(`${head}\n\n${restoreBody(found.body)}\n`, settings);
  const at = { messageId: letter.messageId, line: null };
  const problems = [...letter.problems, { code: 'line-breaks-lost', at } as const];
  return { value: [{ ...letter, problems }], problems: [] };
});

function headersOf(document: Document): LostHeaders | null {
  const feed = document.octets.indexOf('\n');
  const first = feed < 0 ? document.octets : document.octets.slice(0, feed);
  if (first.length < FIRST_LINE_LENGTH_MIN || !first.includes('ubject: ')) return null;
  const found = findHeaders(document.octets.replaceAll(/\s+/g, ' ').trim());
  const names = new Set(found.fields.map((field) => field.name.toLowerCase()));
  return TELLING.filter((name) => names.has(name)).length >= 3 && startsOnFirstLine(found, first)
    ? found
    : null;
}

/** A long folded header above ordinary ones is no lost line break: the telling headers stand on the first line. */
function startsOnFirstLine(found: LostHeaders, first: string): boolean {
  const telling = found.fields.filter((field) => TELLING.includes(field.name.toLowerCase()));
  return (
    telling.every((field) => first.includes(`${field.name}: `)) &&
    first.indexOf(': ') < first.lastIndexOf(': ')
  );
}
