import type { Received } from '../src/ports.ts';
import { readBounces } from '../src/service/bounce.ts';
import { recipientsOf } from '../src/service/recipients.ts';
import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';

const DAY_MS = 86_400_000;

/** A mail of ours came back: its recipient is switched off. What was never sent there can not have come back. */
export async function ensureBouncesHeard({ bytes, topic }: Received, ports: WorkerPorts): Promise<void> {
  const { store, clock, service } = ports;
  const bounces = topic === null ? readBounces(bytes) : [];
  for (const { messageId, address, because } of bounces) {
    const post = await store.findSent(messageId);
    if (post === null || !recipientsOf(post).some((one) => one.toLowerCase() === address)) continue;
    const atMs = clock();
    const untilMs = atMs + service.limits.caps.addressOffDays * DAY_MS;
    await store.switchOff({ address, because, atMs, untilMs });
    log('bounced', { messageId, key: post.key });
  }
}
