import type { QueueName } from '../ports/queue.ts';

const EVERYBODY = ['PATH', 'HOME', 'LANG', 'TZ', 'REDIS_URL', 'DATABASE_URL', 'NODE_EXTRA_CA_CERTS'];

/** What else a process gets of our environment: whoever reads mail can not send any. */
const POWERS: Readonly<Record<QueueName, readonly string[]>> = {
  ingest: ['GIVEBACK_DNS_SERVERS', 'GIVEBACK_IMAP_PASSWORD'],
  evaluate: [],
  reply: [
    'GIVEBACK_SMTP_URL',
    'GIVEBACK_GITHUB_TOKEN',
    'GIVEBACK_GITHUB_APP_ID',
    'GIVEBACK_GITHUB_APP_KEY',
    'GIVEBACK_GITHUB_API',
    'GIVEBACK_WEBHOOK_SECRET',
    'GIVEBACK_WEBHOOK_SECRET_OLD',
    'GIVEBACK_WEBHOOK_PORT',
    'GIVEBACK_WEBHOOK_HOST',
  ],
};

/** The part of our environment that a process which serves these queues needs. */
export function powersOf(queues: readonly QueueName[]): Record<string, string | undefined> {
  const names = [...EVERYBODY, ...queues.flatMap((queue) => POWERS[queue])];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
