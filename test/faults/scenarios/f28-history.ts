import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicInboxSubscription } from '../../../src/adapters/subscription/public-inbox.ts';
import { ensureReceived } from '../../../workers/subscribe.ts';
import { Inbox } from '../../support/inbox.ts';
import { portsOf } from '../../workers/ports-of.ts';
import { IDENTITY, LIST } from '../eager-settings.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { waitFor } from '../wait.ts';

const mail = (id: number) =>
  `From: ada@bulk.example\nMessage-ID: <${id}@bulk.example>\nSubject: ${id}\n\nhello\n`;

export const historyChanges: Scenario = {
  id: 'F28',
  fault: 'the archive is written anew, goes on in a new epoch, and our copy is damaged',
  async run(ground) {
    await ground.prepare();
    const list = new Inbox(join(ground.home, 'list'));
    for (const id of [1, 2, 3]) list.add(0, mail(id));
    return [...(await eachOnce(ground, list)), ...(await damagedIsTold(ground, list))];
  },
};

/** A purge, and a new epoch. */
async function eachOnce(ground: Ground, list: Inbox): Promise<readonly string[]> {
  const mirror = join(ground.home, 'mirror');
  const subscription = publicInboxSubscription('list', LIST, { url: list.url, mirror });
  const ports = portsOf({ store: ground.store });
  await ensureReceived(subscription, ports);
  list.rewrite(0, [mail(1), mail(3), mail(4)]);
  await ensureReceived(subscription, ports);
  list.begin(1);
  list.add(1, mail(5));
  await ensureReceived(subscription, ports);
  const count = await documentsIn(ground);
  return count === 5 ? [] : [`${count} of 5 mails are known, each once`];
}

async function documentsIn({ store }: Ground): Promise<number> {
  const states = Object.entries(await store.countStates());
  return states.reduce((sum, [name, count]) => (name.startsWith('document ') ? sum + count : sum), 0);
}

/** The service follows the list; its copy is damaged, and made anew when somebody does what the log says. */
async function damagedIsTold(ground: Ground, list: Inbox): Promise<readonly string[]> {
  const subscriptions = [{ kind: 'public-inbox', url: list.url }];
  const lists = { [LIST]: { stage: 'shadow', address: 'usb@lists.example', subscriptions } };
  writeFileSync(join(ground.data, 'lists.json'), JSON.stringify({ identity: IDENTITY, lists }));
  const pages = await ground.startPages();
  const follower = ground.start('in', ['ingest']);
  const source = `${LIST} public-inbox ${list.url}`;
  await waitFor('the first copy', 120, async () => {
    return (await ground.store.readCursor(source))?.includes('"epoch":1,"head":"') === true;
  });
  damage(join(ground.data, 'inbox'));
  list.add(1, mail(6));
  await pages.tellAway('sources', 60);
  const hint = /remove (\S+inbox\S*) and it is fetched again/.exec(follower.log)?.[1];
  if (hint === undefined) return [`a damaged copy is told without what to do: ${follower.log.slice(-300)}`];
  rmSync(hint, { recursive: true });
  await pages.tellBack();
  await waitFor('the mail that came meanwhile', 30, async () => (await documentsIn(ground)) === 6);
  return [];
}

/** Every object of the copy loses its end. */
function damage(copies: string): void {
  for (const name of readdirSync(copies, { recursive: true, encoding: 'utf8' })) {
    const file = join(copies, name);
    if (name.includes('/objects/') && statSync(file).isFile()) truncateSync(file, 5);
  }
}
