import { readFileSync } from 'node:fs';
import { Github } from '../src/adapters/forge/github.ts';
import type { WebhookPlace } from '../src/adapters/forge/webhook-server.ts';
import type { RefusedRecipient } from '../src/adapters/outbox/refused-recipients.ts';
import { smtpReceiver } from '../src/adapters/outbox/smtp.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Receivers } from '../src/ports/receiver.ts';
import type { Store } from '../src/ports/store.ts';
import type { ServiceSettings } from '../src/service/service-settings.ts';
import { switchOff } from './switch-off.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const MINUTE_MS = 60_000;
const WEBHOOK_PORT = 8_080;

/** GitHub as the environment lets us in: an app with the file of its key, or a token; null without either. */
export function githubFrom(env: Environment, { limits }: ServiceSettings): Github | null {
  const baseUrl = env['GIVEBACK_GITHUB_API'] || 'https://api.github.com';
  const [token, appId, key] = [
    env['GIVEBACK_GITHUB_TOKEN'],
    env['GIVEBACK_GITHUB_APP_ID'],
    env['GIVEBACK_GITHUB_APP_KEY'],
  ];
  const place = { baseUrl, requestMs: limits.forge.requestSeconds * 1_000 };
  if (appId && key) return new Github({ ...place, access: { appId, privateKey: readFileSync(key, 'utf8') } });
  return token ? new Github({ ...place, access: { token } }) : null;
}

/** Where webhooks come in; null where no secret is agreed. Behind a proxy that speaks TLS, so on this machine only. */
export function webhookFrom(env: Environment): WebhookPlace | null {
  const secret = env['GIVEBACK_WEBHOOK_SECRET'];
  if (!secret) return null;
  const port = Number(env['GIVEBACK_WEBHOOK_PORT'] || WEBHOOK_PORT);
  const oldSecret = env['GIVEBACK_WEBHOOK_SECRET_OLD'] || null;
  return { secret, oldSecret, port, host: env['GIVEBACK_WEBHOOK_HOST'] || '127.0.0.1' };
}

/** The way mail leaves, where there is one. */
export function mailReceivers(
  env: Environment,
  service: ServiceSettings,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Receivers {
  const url = env['GIVEBACK_SMTP_URL'];
  if (!url) return {};
  const { identity, limits } = service;
  const isSeen = async (messageId: string) => (await store.findThread(messageId)) !== null;
  const visibilityMs = limits.mailVisibilityMinutes * MINUTE_MS;
  const onRefused = (refused: readonly RefusedRecipient[]) => switchOff(refused, { store, clock, service });
  return { mail: smtpReceiver({ url, sender: identity.address, visibilityMs, isSeen, onRefused }) };
}
