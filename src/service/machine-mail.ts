import type { Letter } from '../ingest/letter.ts';

const HEAD_BYTES_MAX = 64 * 1024;

/** Headers by which a machine shows itself, and the values that say so. Source: RFC 3834, section 2 */
const SIGNS: readonly (readonly [name: string, says: (value: string) => boolean])[] = [
  ['precedence', (value) => /^(?:junk|auto_reply)/.test(value)],
  ['x-auto-response-suppress', () => true],
  ['return-path', (value) => value === '<>'],
  ['content-type', (value) => value.startsWith('multipart/report')],
];

/**
 * Whether a program wrote the mail, or it is an answer to one of ours that came by a loop. A command in such a mail is
 * none, and it is never answered: two programs that answer each other do not stop.
 * @param autoSubmitted  what the letter of the mail says of it; null for a person's
 */
export function isMachineMail(
  mail: Uint8Array,
  { autoSubmitted }: Pick<Letter, 'autoSubmitted'>,
  ownAddress: string,
): boolean {
  if (autoSubmitted !== null) return true;
  const fields = fieldsOf(mail);
  const isLooped = fields.some(
    ([name, value]) => name === 'x-loop' && value.includes(ownAddress.toLowerCase()),
  );
  return (
    isLooped || fields.some(([name, value]) => SIGNS.some(([sign, says]) => sign === name && says(value)))
  );
}

/** Names and values in lower case, unfolded. */
function fieldsOf(mail: Uint8Array): readonly (readonly [name: string, value: string])[] {
  const text = Buffer.from(mail.subarray(0, HEAD_BYTES_MAX)).toString('latin1').replaceAll('\r\n', '\n');
  const end = text.indexOf('\n\n');
  const fields: [string, string][] = [];
  for (const line of (end < 0 ? text : text.slice(0, end)).split('\n')) {
    const last = fields.at(-1);
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last !== undefined) last[1] += ` ${line.trim().toLowerCase()}`;
    else if (colon > 0)
      fields.push([
        line.slice(0, colon).toLowerCase(),
        line
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      ]);
  }
  return fields;
}
