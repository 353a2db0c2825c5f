import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { imapSubscription } from '../src/adapters/subscription/imap.ts';
import { maildirSubscription } from '../src/adapters/subscription/maildir.ts';
import { mboxSubscription } from '../src/adapters/subscription/mbox-file.ts';
import { publicInboxSubscription } from '../src/adapters/subscription/public-inbox.ts';
import type { Subscription } from '../src/ports/subscription.ts';
import type { ServiceSettings, SubscriptionPlace } from '../src/service/service-settings.ts';

/** Every source that lists.json names. */
export function subscriptionsOf({ lists }: ServiceSettings, directory: string): readonly Subscription[] {
  return Object.entries(lists).flatMap(([list, { subscriptions }]) =>
    subscriptions.map((place) => open(list, place, directory)),
  );
}

function open(list: string, place: SubscriptionPlace, directory: string): Subscription {
  const name = `${list} ${place.kind} ${'url' in place ? place.url : place.path}`;
  switch (place.kind) {
    case 'maildir':
      return maildirSubscription(name, list, place.path);
    case 'imap': {
      const { url, folder } = place;
      const password = process.env['GIVEBACK_IMAP_PASSWORD'] ?? '';
      return imapSubscription(`${name} ${folder}`, list, { url, folder, password });
    }
    case 'mbox':
      return mboxSubscription(name, list, place.path);
    case 'mirror':
      return publicInboxSubscription(name, list, { path: place.path });
    case 'public-inbox': {
      const folder = createHash('sha256').update(place.url).digest('hex').slice(0, 16);
      return publicInboxSubscription(name, list, {
        url: place.url,
        mirror: join(directory, 'inbox', folder),
      });
    }
  }
}
