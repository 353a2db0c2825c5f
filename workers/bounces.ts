import type { Received } from '../src/ports/mail-store.ts';
import { type Bounce, readBounces } from '../src/service/bounce.ts';
import { recipientsOf } from '../src/service/recipients.ts';
import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';
import { switchOff } from './switch-off.ts';

/** What a mail says of mails that did not arrive; a request says nothing of the kind. */
export function bouncesIn({ bytes, topic }: Received): readonly Bounce[] {
  return topic === null ? readBounces(bytes) : [];
}

/** A mail of ours came back: its recipient is switched off. What was never sent there can not have come back. */
export async function ensureBouncesHeard(bounces: readonly Bounce[], ports: WorkerPorts): Promise<void> {
  for (const { messageId, address, because } of bounces) {
    const post = await ports.store.findSent(messageId);
    if (post === null || !recipientsOf(post).some((one) => one.toLowerCase() === address)) continue;
    await switchOff([{ address, because }], ports);
    log('bounced', { messageId, key: post.key });
  }
}
