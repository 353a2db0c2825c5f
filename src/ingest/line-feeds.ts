/** Line ends become LF, and a carriage return inside a line a blank. */
export function withLineFeeds(octets: string): string {
  if (!octets.includes('\r')) return octets;
  return octets.replaceAll(/\r{1,3}\n/g, '\n').replaceAll('\r', ' ');
}
