import type { Received } from '../src/ports.ts';
import { readBounces } from '../src/service/bounce.ts';
import { recipientsOf } from '../src/service/recipients.ts';
import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';
import { switchOff } from './switch-off.ts';

/** A mail of ours came back: its recipient is switched off. What was never sent there can not have come back. */
export async function ensureBouncesHeard({ bytes, topic }: Received, ports: WorkerPorts): Promise<void> {
  const { store } = ports;
  const bounces = topic === null ? readBounces(bytes) : [];
  for (const { messageId, address, because } of bounces) {
    const post = await store.findSent(messageId);
    if (post === null || !recipientsOf(post).some((one) => one.toLowerCase() === address)) continue;
    await switchOff([{ address, because }], ports);
    log('bounced', { messageId, key: post.key });
  }
}
