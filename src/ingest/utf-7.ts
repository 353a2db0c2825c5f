/**
 * UTF-7 as text: what stands between `+` and the end of its base64 is UTF-16, `+-` is a plus. Nothing that decodes mail
 * for us knows it any more, and Outlook still writes it.
 * Source: RFC 2152.
 */
export function decodeUtf7(octets: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (let shift = octets.indexOf('+'); shift >= 0; shift = octets.indexOf('+', at)) {
    const end = packedEnd(octets, shift + 1);
    const isClosed = octets[end] === '-';
    const text = isClosed && end === shift + 1 ? '+' : utf16(octets.slice(shift + 1, end));
    pieces.push(octets.slice(at, shift), text);
    at = isClosed ? end + 1 : end;
  }
  pieces.push(octets.slice(at));
  return pieces.join('');
}

function packedEnd(octets: string, from: number): number {
  let at = from;
  while (at < octets.length && /[A-Za-z0-9+/]/.test(octets.charAt(at))) at++;
  return at;
}

/** Odd bits at the end are padding. A line feed is never packed, so that lines stay lines. */
function utf16(packed: string): string {
  const bytes = Buffer.from(packed, 'base64');
  const text = new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
  return text.replaceAll(/[\r\n]/g, ' ');
}
