/** One line of JSON on stderr. The message is constant, so that it can be searched for; what varies stands beside it. */
export function log(message: string, fields: Readonly<Record<string, string | number>>): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), message, ...fields })}\n`);
}
