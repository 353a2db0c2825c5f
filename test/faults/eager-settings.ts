import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-facts.ts';

export const LIST = 'usb';
export const IDENTITY = { name: 'bot', address: 'bot@bot.example', domain: 'bot.example', url: null };

/** The waits of the service, short enough that what recovers after minutes recovers here after seconds. */
export const EAGER = {
  ...{ quietPeriodMinutes: 0.01, pollSeconds: 1, pollSecondsMax: 3, reconcileSeconds: 2 },
  ...{ retryDelaySeconds: 0.5, lockSeconds: 2, claimSeconds: 16, mailVisibilityMinutes: 0.1 },
  post: { retrySeconds: 1, retrySecondsMax: 4, triesMax: 100 },
  forge: { requestSeconds: 4, visibilitySeconds: 2 },
};
/** Any port that is free, and as little room as a small disk has. */
const EAGER_WEB = { port: 0, metricsPort: 0, diskMegabytesMin: 1 };
const NO_CAPS = { postsPerThread: 10_000, postsPerListDay: 10_000, postsPerHour: 10_000 };

/** Writes what the service reads from its data directory: one list that may be answered, fed by a Maildir; pages at any port. */
export function configure(data: string, feed: string, caps: object = NO_CAPS): void {
  const packaged = JSON.parse(readFileSync(join(packageRoot(), 'config/service.json'), 'utf8'));
  const limits = { ...packaged, ...EAGER, caps: { ...packaged.caps, ...caps } };
  writeFileSync(join(data, 'service.json'), JSON.stringify(limits));
  const web = JSON.parse(readFileSync(join(packageRoot(), 'config/web.json'), 'utf8'));
  writeFileSync(join(data, 'web.json'), JSON.stringify({ ...web, ...EAGER_WEB }));
  const subscriptions = [{ kind: 'maildir', path: feed }];
  const lists = { [LIST]: { stage: 'list', address: 'usb@lists.example', subscriptions } };
  writeFileSync(join(data, 'lists.json'), JSON.stringify({ identity: IDENTITY, lists }));
}
