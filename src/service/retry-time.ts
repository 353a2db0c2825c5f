import type { OutboxRow } from '../ports/outbox-store.ts';
import type { PostLimits } from './service-settings.ts';

/** When a post is tried again that was not taken, in milliseconds since 1970; null when it was tried often enough. */
export function retryAtMs({ tries }: OutboxRow, limits: PostLimits, nowMs: number): number | null {
  if (tries + 1 >= limits.triesMax) return null;
  const seconds = Math.min(limits.retrySeconds * 2 ** tries, limits.retrySecondsMax);
  return nowMs + seconds * 1_000;
}
