import { visible } from '../src/reply/visible.ts';
import { redacted } from '../src/service/redact.ts';

/**
 * One line of JSON on stderr. The message is constant, so that it can be searched for; what varies stands beside it,
 * without secrets and without anything that a terminal would obey.
 */
export function log(message: string, fields: Readonly<Record<string, string | number>>): void {
  const told = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? harmless(value) : value,
  ]);
  process.stderr.write(
    `${JSON.stringify({ at: new Date().toISOString(), message, ...Object.fromEntries(told) })}\n`,
  );
}

const harmless = (text: string): string => visible(redacted(text));
