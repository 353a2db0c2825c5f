import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { publicInboxSubscription } from '../../../src/adapters/subscription/public-inbox.ts';
import { ensureReceived } from '../../../workers/subscribe.ts';
import { Inbox } from '../../support/inbox.ts';
import { portsOf } from '../../workers/ports-of.ts';
import type { Scenario } from '../scenario.ts';

const mail = (id: number) =>
  `From: ada@bulk.example\nMessage-ID: <${id}@bulk.example>\nSubject: ${id}\n\nhello\n`;

export const historyChanges: Scenario = {
  id: 'F28',
  fault: 'the archive is written anew, goes on in a new epoch, and our copy is damaged',
  async run(ground) {
    await ground.prepare();
    const list = new Inbox(join(ground.home, 'list'));
    const mirror = join(ground.home, 'mirror');
    const subscription = publicInboxSubscription('list', 'usb', { url: list.url, mirror });
    const ports = portsOf({ store: ground.store });
    for (const id of [1, 2, 3]) list.add(0, mail(id));
    await ensureReceived(subscription, ports);
    list.rewrite(0, [mail(1), mail(3), mail(4)]);
    await ensureReceived(subscription, ports);
    list.begin(1);
    list.add(1, mail(5));
    await ensureReceived(subscription, ports);
    const count = (await ground.store.countStates())['document received'] ?? 0;
    list.add(1, mail(6));
    damage(join(mirror, '1.git'));
    const said = await ensureReceived(subscription, ports).then(() => 'nothing', String);
    return [
      ...(count === 5 ? [] : [`${count} of 5 mails are known, each once`]),
      ...(said.includes(`remove ${mirror}`) ? [] : [`a damaged copy says: ${said.slice(0, 200)}`]),
    ];
  },
};

/** Every object of the copy loses its end. */
function damage(repository: string): void {
  for (const name of readdirSync(join(repository, 'objects'), { recursive: true, encoding: 'utf8' })) {
    const file = join(repository, 'objects', name);
    if (statSync(file).isFile()) truncateSync(file, 5);
  }
}
