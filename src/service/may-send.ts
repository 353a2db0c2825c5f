import type { OutboxRow, PostCounts } from '../ports/outbox-store.ts';
import type { Caps } from './service-settings.ts';

/** What is known right before a send. */
export interface SendingFacts {
  /** The kill switch is on. */
  readonly isStopped: boolean;
  readonly isMuted: boolean;
  readonly counts: PostCounts;
}

export type Leave =
  | { readonly may: 'send' }
  /** It stays planned and is asked again. */
  | { readonly may: 'wait'; readonly because: string }
  /** It never leaves. */
  | { readonly may: 'not'; readonly because: string };

/** Asked right before every first send, because a switch, a mute or a cap may have come since the post was planned. */
export function maySend({ channel }: OutboxRow, facts: SendingFacts, caps: Caps): Leave {
  if (facts.isStopped) return { may: 'wait', because: 'the kill switch is on' };
  if (channel === 'directory') return { may: 'send' };
  if (facts.isMuted) return { may: 'not', because: 'somebody asked for silence' };
  // A check or a comment is edited in place and never one more; only mail fills a mailbox.
  if (channel !== 'mail') return { may: 'send' };
  return withinCaps(facts.counts, caps);
}

function withinCaps({ inThread, inListToday, inHour }: PostCounts, caps: Caps): Leave {
  if (inThread >= caps.postsPerThread)
    return { may: 'not', because: `${inThread} posts in this thread already` };
  if (inListToday >= caps.postsPerListDay)
    return { may: 'not', because: `${inListToday} posts on this list today already` };
  if (inHour >= caps.postsPerHour) return { may: 'wait', because: `${inHour} posts in the last hour` };
  return { may: 'send' };
}
