import type { WebSettings } from './web-settings.ts';

/** How far a list has let us in; each step is a written agreement with its maintainers. */
export const STAGES = ['shadow', 'author-only', 'moderated', 'list'] as const;
export type Stage = (typeof STAGES)[number];

export interface ServiceLimits {
  /** A thread is judged when no letter has come for so long. */
  readonly quietPeriodMinutes: number;
  readonly pollSeconds: number;
  /** A source that fails is asked ever more seldom, and at last so often. */
  readonly pollSecondsMax: number;
  /** How often what the store says is due is given to the queue again. */
  readonly reconcileSeconds: number;
  readonly attemptsMax: number;
  readonly retryDelaySeconds: number;
  readonly lockSeconds: number;
  /** A claim older than that belongs to a worker that is gone. */
  readonly claimSeconds: number;
  /** How long a mail of ours may take until the list shows it. */
  readonly mailVisibilityMinutes: number;
  readonly evaluation: {
    readonly deadlineSeconds: number;
    readonly memoryMegabytes: number;
    readonly atOnce: number;
    /** For the replays of one evaluation; null for a fair share of the cores. */
    readonly threads: number | null;
  };
  readonly spread: SpreadSettings;
  readonly post: PostLimits;
  /** How long GitHub may take to answer, and to show what it took. */
  readonly forge: { readonly requestSeconds: number; readonly visibilitySeconds: number };
  readonly caps: Caps;
}

/** When the replays of one evaluation are spread over the workers of the queue, and how. */
export interface SpreadSettings {
  /** So many parts may wait for their owner and are not offered. */
  readonly partsMin: number;
  /** Nothing is offered before playing has taken so long. */
  readonly afterSeconds: number;
  /** Parts that are offered together: they should outweigh the start of a process. */
  readonly partsPerShare: number;
  /** Claims whose parts are given out at the same time. */
  readonly claimsAtOnce: number;
  /** What somebody took and did not give back in that time is played by its owner. */
  readonly takenSeconds: number;
  /** How often the owner looks for what came back. */
  readonly lookSeconds: number;
}

/** How a post is tried again that a receiver did not take. */
export interface PostLimits {
  /** Before the second try; doubled before each one after it, up to the most. */
  readonly retrySeconds: number;
  readonly retrySecondsMax: number;
  readonly triesMax: number;
}

export interface Caps {
  readonly postsPerThread: number;
  readonly postsPerListDay: number;
  readonly postsPerHour: number;
  readonly commandsPerActorHour: number;
  readonly commandsPerMail: number;
  readonly commandsPerThreadDay: number;
  /** A command in an older mail is history. */
  readonly commandDays: number;
  /** How long nothing is sent to an address whose server refused it for good. */
  readonly addressOffDays: number;
}

export interface Identity {
  readonly name: string;
  readonly address: string;
  /** Right side of our Message-IDs. */
  readonly domain: string;
  readonly url: string | null;
}

export type SubscriptionPlace =
  | { readonly kind: 'maildir' | 'mbox'; readonly path: string }
  | { readonly kind: 'public-inbox'; readonly url: string }
  | { readonly kind: 'imap'; readonly url: string; readonly folder: string }
  /** A public-inbox that somebody keeps up to date on this machine; read in place. */
  | { readonly kind: 'mirror'; readonly path: string };

export interface ListPolicy {
  readonly stage: Stage;
  /** Wins over everything else. */
  readonly mute: boolean;
  readonly address: string | null;
  /** A mail does not leave sooner after the one it answers: people come first. */
  readonly embargoHours: number;
  /** Nobody wants to hear of an older mail: a list that is followed from its beginning is read and not answered. */
  readonly answerWithinDays: number;
  /** Addresses or logins that may release, withdraw and start. */
  readonly operators: readonly string[];
  /** Addresses or logins of those who decide for the list: what is said on it, and whether at all. */
  readonly maintainers: readonly string[];
  /** Addresses or logins that are trusted as authors are. */
  readonly writers: readonly string[];
  /** The kernel tree of `trees` that its series are read on, and whose MAINTAINERS says who may ask; null without. */
  readonly tree: string | null;
  readonly subscriptions: readonly SubscriptionPlace[];
}

export interface ListsConfig {
  readonly identity: Identity;
  readonly lists: Readonly<Record<string, ListPolicy>>;
  /** Kernel trees by the names that `base` knows them by. */
  readonly trees: Readonly<Record<string, string>>;
}

export interface ServiceSettings extends ListsConfig {
  readonly limits: ServiceLimits;
  readonly web: WebSettings;
}

const UNNAMED: ListPolicy = {
  stage: 'shadow',
  mute: false,
  address: null,
  embargoHours: 24,
  answerWithinDays: 7,
  operators: [],
  maintainers: [],
  writers: [],
  tree: null,
  subscriptions: [],
};

/** Where the kernel sources of a list are; null where it has none. */
export function treeOf(lists: ListsConfig, list: string): string | null {
  const { tree } = policyOf(lists, list);
  return tree === null ? null : (lists.trees[tree] ?? null);
}

/** What may be said on a list; nothing at all where it is not named. */
export function policyOf({ lists }: ListsConfig, list: string): ListPolicy {
  return Object.hasOwn(lists, list) ? (lists[list] ?? UNNAMED) : UNNAMED;
}
