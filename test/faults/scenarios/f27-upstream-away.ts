import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { publicInboxSubscription } from '../../../src/adapters/subscription/public-inbox.ts';
import { ensureReceived } from '../../../workers/subscribe.ts';
import { Inbox } from '../../support/inbox.ts';
import { portsOf } from '../../workers/ports-of.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';

const mail = (id: number) =>
  `From: ada@bulk.example\nMessage-ID: <${id}@bulk.example>\nSubject: ${id}\n\nhello\n`;

export const upstreamAway: Scenario = {
  id: 'F27',
  fault: 'the archive is away for a while, and new mail comes meanwhile',
  async run(ground) {
    await ground.prepare();
    const { store } = ground;
    const folder = join(ground.home, 'list');
    const list = new Inbox(folder);
    const place = { url: list.url, mirror: join(ground.home, 'mirror') };
    const subscription = publicInboxSubscription('list', 'usb', place);
    const ports = portsOf({ store });
    list.add(0, mail(1));
    await ensureReceived(subscription, ports);
    renameSync(folder, `${folder}-away`);
    const failed = await ensureReceived(subscription, ports).then(
      () => null,
      (error: unknown) => error,
    );
    renameSync(`${folder}-away`, folder);
    for (const id of [2, 3]) list.add(0, mail(id));
    const received = await ensureReceived(subscription, ports);
    const again = await ensureReceived(subscription, ports);
    return [
      ...(isLater(failed) ? [] : [`a list that is away is no fault that may pass: ${String(failed)}`]),
      ...(received === 2 && again === 0 ? [] : [`${received} mails came after it was back, then ${again}`]),
      ...(await documents(ground, 3)),
    ];
  },
};

function isLater(error: unknown): boolean {
  return error instanceof Error && 'retry' in error && error.retry === 'later';
}

async function documents({ store }: Ground, expected: number): Promise<readonly string[]> {
  const count = (await store.countStates())['document received'] ?? 0;
  return count === expected ? [] : [`the store has ${count} documents, not ${expected}`];
}
