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

const harmless = (text: string): string => visible(redacted(text, SECRETS));

/** What this process was given and must not tell: the values themselves, and the passwords in addresses. */
const SECRETS: readonly string[] = [
  ...[
    'GIVEBACK_IMAP_PASSWORD',
    'GIVEBACK_GITHUB_TOKEN',
    'GIVEBACK_WEBHOOK_SECRET',
    'GIVEBACK_WEBHOOK_SECRET_OLD',
  ].map(valueIn),
  ...['GIVEBACK_SMTP_URL', 'REDIS_URL', 'DATABASE_URL'].map(passwordIn),
];

function valueIn(name: string): string {
  return process.env[name] ?? '';
}

function passwordIn(name: string): string {
  const value = valueIn(name);
  return URL.canParse(value) ? new URL(value).password : '';
}
