/** A mail of ours, read back from its bytes: what a linter looks at. */
export interface WrittenMail {
  readonly raw: string;
  /** Unfolded, in order; a line that is no header is kept under an empty name. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly lines: readonly string[];
  /** Lines before the signature that are neither quoted nor the attribution. */
  readonly own: readonly string[];
  readonly quoted: readonly string[];
  /** Lines after "-- "; null where no signature is. */
  readonly footer: readonly string[] | null;
}

export function readDraft(raw: string): WrittenMail {
  const end = raw.indexOf('\n\n');
  const head = end < 0 ? raw : raw.slice(0, end);
  const lines =
    end < 0
      ? []
      : raw
          .slice(end + 2)
          .replace(/\n$/, '')
          .split('\n');
  const signature = lines.indexOf('-- ');
  const above = signature < 0 ? lines : lines.slice(0, signature);
  return {
    raw,
    headers: readHeaders(head),
    lines,
    own: above.filter((line, index) => !line.startsWith('>') && !isAttribution(line, index)),
    quoted: above.filter((line) => line.startsWith('>')),
    footer: signature < 0 ? null : lines.slice(signature + 1),
  };
}

/** The value of a header; an empty text where the mail has none. */
export function headerOf(mail: WrittenMail, name: string): string {
  const found = mail.headers.find(([known]) => known.toLowerCase() === name.toLowerCase());
  return found?.[1].trim() ?? '';
}

export function isAttribution(line: string, index: number): boolean {
  return index === 0 && line.startsWith('On ') && line.endsWith(' wrote:');
}

function readHeaders(head: string): (readonly [string, string])[] {
  const fields: [string, string][] = [];
  for (const line of head.split('\n')) {
    const last = fields.at(-1);
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last !== undefined) last[1] += ` ${line.trim()}`;
    else if (/^[A-Za-z][A-Za-z0-9-]*:/.test(line))
      fields.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
    else fields.push(['', line]);
  }
  return fields;
}
