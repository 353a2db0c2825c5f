import type { Letter } from '../ingest/letter.ts';
import { parseSubject } from './subject.ts';

/** Lines that a list puts below a mail stand under a rule like this, and are few. */
const FOOTER_RULE = '\n______________________________';
const FOOTER_LINES_MAX = 12;

/**
 * Letters in the order they came, each once. A copy has the content of another, but for what a list changes on its way:
 * the tag in front of the subject and the lines below the text. The same id with other content is another letter.
 */
export function withoutCopies(all: readonly Letter[]): readonly Letter[] {
  const byKey = new Map<string, Letter>();
  for (const letter of all) if (!byKey.has(letter.key)) byKey.set(letter.key, letter);
  const letters = [...byKey.values()];
  const repeated = repeatedIds(letters);
  const seen = new Set<string>();
  return letters.filter((letter) => {
    if (letter.messageId === null || !repeated.has(letter.messageId)) return true;
    const content = contentOf(letter);
    const isNew = !seen.has(content);
    seen.add(content);
    return isNew;
  });
}

function repeatedIds(letters: readonly Letter[]): ReadonlySet<string> {
  const once = new Set<string>();
  const repeated = new Set<string>();
  for (const { messageId } of letters) {
    if (messageId === null) continue;
    if (once.has(messageId)) repeated.add(messageId);
    once.add(messageId);
  }
  return repeated;
}

function contentOf({ messageId, date, from, subject, text, attachments }: Letter): string {
  const { title, isReply } = parseSubject(subject);
  const files = attachments.map(({ octets }) => octets.trimEnd());
  return JSON.stringify([messageId, date, from?.address, title, isReply, withoutFooter(text), ...files]);
}

function withoutFooter(text: string): string {
  const rule = text.lastIndexOf(FOOTER_RULE);
  const isFooter = rule >= 0 && text.slice(rule).trimEnd().split('\n').length <= FOOTER_LINES_MAX;
  return (isFooter ? text.slice(0, rule) : text).trimEnd();
}
