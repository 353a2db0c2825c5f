import { z } from 'zod';
import { type ListsConfig, STAGES } from '../service/service-settings.ts';

const words = z.string().min(1);

const subscription = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('maildir'), path: words }),
  z.strictObject({ kind: z.literal('mbox'), path: words }),
  z.strictObject({ kind: z.literal('imap'), url: words, folder: words.default('INBOX') }),
  z.strictObject({ kind: z.literal('public-inbox'), url: words }),
  z.strictObject({ kind: z.literal('mirror'), path: words }),
]);

const list = z.strictObject({
  stage: z.enum(STAGES).default('shadow'),
  mute: z.boolean().default(false),
  address: words.nullable().default(null),
  embargoHours: z.number().nonnegative().default(24),
  answerWithinDays: z.number().positive().default(7),
  operators: z.array(words).default([]),
  maintainers: z.array(words).default([]),
  writers: z.array(words).default([]),
  tree: words.nullable().default(null),
  subscriptions: z.array(subscription).default([]),
});

/** lists.json: who we are, and what may be said where. A list that is not named is in shadow. */
export const listsFile = z
  .strictObject({
    identity: z.strictObject({ name: words, address: words, domain: words, url: words.nullable() }),
    lists: z.record(z.string(), list),
    trees: z.record(z.string(), words).default({}),
  })
  .refine(
    ({ lists, trees }) =>
      Object.values(lists).every(({ tree }) => tree === null || Object.hasOwn(trees, tree)),
    {
      path: ['lists'],
      error: 'a list has a tree that is not among trees',
    },
  ) satisfies z.ZodType<ListsConfig>;
