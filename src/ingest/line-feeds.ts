/** Line ends become LF; a carriage return inside a line stays, as it does for git mailinfo. */
export function withLineFeeds(octets: string): string {
  if (!octets.includes('\r')) return octets;
  return octets.replaceAll(/\r{1,3}\n/g, '\n');
}
