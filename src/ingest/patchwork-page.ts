import type { Document } from './document.ts';
import { documentReader } from './document-reader.ts';
import { readMessageId } from './identifiers.ts';
import { readPagePerson } from './page-address.ts';
import { pageLetter } from './page-letter.ts';

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const SAID = new RegExp(`^(.{1,80}?) (?:${MONTHS}|[A-Z][a-z]{2}\\.) \\d{1,2}, \\d{4}, .{4,12} UTC`);

/** The sections of a patchwork page, by the line that heads them. */
interface Sections {
  readonly subject: string;
  readonly id: string;
  readonly person: string;
  readonly message: readonly string[];
  readonly patch: readonly string[];
}

/** A patch as patchwork shows it: a title, `Message ID`, the sections `Commit Message` and `Patch`. Comments are left out. */
export const patchworkPage = documentReader(findSections, (found, _, settings) => {
  const said = {
    subject: found.subject,
    messageId: readMessageId(found.id),
    from: readPagePerson(found.person),
    source: 'archive-page',
  } as const;
  return pageLetter(said, [...found.message, '---', ...found.patch], settings);
});

function findSections(document: Document): Sections | null {
  if (!document.octets.includes('Commit Message') || !document.octets.includes('Message ID')) return null;
  const { lines } = document;
  const at = (heading: RegExp, from = 0) =>
    lines.findIndex((line, index) => index >= from && heading.test(line.trim()));
  const id = at(/^Message ID\s+\S/);
  const message = at(/^Commit Message$/, id);
  const patch = at(/^Patch$/, message);
  const comments = at(/^Comments$/, message);
  if (id < 0 || message < 0 || patch < 0) return null;
  const end = comments > message && comments < patch ? comments : patch;
  const said = SAID.exec(lines[message + 1] ?? '');
  return {
    subject:
      lines
        .slice(0, id)
        .find((line) => line.trim().startsWith('['))
        ?.trim() ??
      lines[0]?.trim() ??
      '',
    id: (lines[id] ?? '').replace(/^\s*Message ID\s+/, ''),
    person: said?.[1] ?? '',
    message: lines.slice(message + (said === null ? 1 : 2), end),
    patch: lines.slice(patch + 1, comments > patch ? comments : lines.length),
  };
}
