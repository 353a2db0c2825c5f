/** A mail of ours that came back: for whom, and what the server there said. */
export interface Bounce {
  /** Of the mail that did not arrive, without brackets. */
  readonly messageId: string;
  readonly address: string;
  readonly because: string;
}

const BYTES_MAX = 256 * 1024;
const LINE_CHARACTERS_MAX = 1_000;
const BOUNCES_MAX = 50;
const WORDS_MAX = 200;

/**
 * What a delivery report says of recipients that can never be reached: "Action: failed" with a status of 5. A delay, or a
 * report of another kind, says nothing. Whoever writes such a mail by hand is believed no more than its Message-ID: the
 * caller looks whether that mail was ours and for whom. Source: RFC 3464, section 2
 */
export function readBounces(mail: Uint8Array): readonly Bounce[] {
  const lines = Buffer.from(mail.subarray(0, BYTES_MAX))
    .toString('latin1')
    .split('\n')
    .map((line) => line.slice(0, LINE_CHARACTERS_MAX).trimEnd());
  const end = lines.indexOf('');
  if (!isDeliveryReport(lines.slice(0, end < 0 ? lines.length : end))) return [];
  const messageId = returnedId(lines.slice(end));
  return messageId === null ? [] : failuresIn(lines.slice(end), messageId).slice(0, BOUNCES_MAX);
}

function isDeliveryReport(head: readonly string[]): boolean {
  const text = head.join('\n').toLowerCase();
  return /^content-type:\s{0,9}multipart\/report/m.test(text) && text.includes('delivery-status');
}

/** The mail that came back, or its head, is the last part. */
function returnedId(body: readonly string[]): string | null {
  const from = body.findLastIndex((line) => /^content-type: (?:message|text)\/rfc822/i.test(line));
  if (from < 0) return null;
  for (const line of body.slice(from)) {
    const [, id] = /^message-id: {0,9}<([^<>\s]{3,250})>$/i.exec(line) ?? [];
    if (id !== undefined) return id;
  }
  return null;
}

/** Fields of one recipient stand together, with an empty line behind them. */
function failuresIn(body: readonly string[], messageId: string): readonly Bounce[] {
  return paragraphsOf(body).flatMap((fields) => {
    const address = fields.get('final-recipient')?.split(';')[1]?.trim().toLowerCase() ?? '';
    const isFinal =
      fields.get('action')?.toLowerCase() === 'failed' && fields.get('status')?.startsWith('5.');
    if (isFinal !== true || !/^[^\s@]{1,200}@[^\s@]{1,200}$/.test(address)) return [];
    const because = fields.get('diagnostic-code') ?? fields.get('status') ?? '';
    return [{ messageId, address, because: because.slice(0, WORDS_MAX) }];
  });
}

function paragraphsOf(lines: readonly string[]): readonly ReadonlyMap<string, string>[] {
  const all: Map<string, string>[] = [new Map()];
  for (const line of lines) {
    const colon = line.indexOf(': ');
    if (line === '') all.push(new Map());
    else if (colon > 0) all.at(-1)?.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 2).trim());
  }
  return all;
}
