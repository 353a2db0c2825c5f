import { z } from 'zod';
import type { Asked } from '../ports/evaluation-store.ts';

const reply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('comment'), topic: z.string(), commentId: z.number() }),
  z.object({
    kind: z.literal('mail'),
    ...{ address: z.string(), messageId: z.string(), references: z.array(z.string()) },
    ...{ subject: z.string(), line: z.string() },
  }),
]);

/** What somebody asked for, as it lies in the store. */
export const askedSchema = z.object({
  by: z.string(),
  assume: z.record(z.string(), z.number()),
  base: z.object({ tree: z.string(), commit: z.string() }).nullable(),
  depends: z.string().nullable(),
  reply: reply.nullable(),
}) satisfies z.ZodType<Asked>;

const ASSUMPTIONS_MAX = 10;
const ASSUMPTION = /^([A-Za-z]{1,40})=(\d{1,12}(?:\.\d{1,6})?)$/;
const COMMIT = /^[0-9a-f]{40}$/;
const TREE = /^[\w.-]{1,60}$/;

/** What was wrong with the words of a command, in plain words. */
export class NotUnderstood extends Error {}

/** "irqThreadNs=4000 lockNs=20" as costs. @throws NotUnderstood */
export function readAssumptions(
  words: readonly string[],
  known: ReadonlySet<string>,
): Readonly<Record<string, number>> {
  if (words.length > ASSUMPTIONS_MAX) throw new NotUnderstood(`at most ${ASSUMPTIONS_MAX} figures at once`);
  const entries = words.map((word) => {
    const [, name = '', value = ''] = ASSUMPTION.exec(word) ?? [];
    if (!known.has(name)) throw new NotUnderstood(`the figures are ${[...known].join(', ')}, as name=number`);
    if (Number(value) <= 0) throw new NotUnderstood(`${name} is more than 0`);
    return [name, Number(value)] as const;
  });
  return Object.fromEntries(entries);
}

/** The words of `base`. @throws NotUnderstood */
export function readBase(
  [tree = '', commit = '']: readonly string[],
  trees: readonly string[],
): Asked['base'] {
  if (!TREE.test(tree) || !trees.includes(tree))
    throw new NotUnderstood(
      trees.length === 0 ? 'no tree is set up here' : `the trees are ${trees.join(', ')}`,
    );
  if (!COMMIT.test(commit)) throw new NotUnderstood('a commit is named by all of its 40 digits');
  return { tree, commit };
}

/** What the report stands on, in a few words: "with irqThreadNs=4000". */
export function askedWords({ assume, base, depends }: Asked): string {
  const figures = Object.entries(assume).map(([name, value]) => `${name}=${value}`);
  return [
    ...(figures.length === 0 ? [] : [`with ${figures.join(', ')}`]),
    ...(base === null ? [] : [`on ${base.tree} at ${base.commit.slice(0, 12)}`]),
    ...(depends === null ? [] : [`on top of <${depends}>`]),
  ].join(', ');
}

/**
 * The options of `giveback evaluate` that ask the same, of sources by the name they have here. No word of them comes from
 * a mail: people paste them into a shell.
 */
export function askedOptions(
  { assume, base = null, depends = null }: Pick<Asked, 'assume'> & Partial<Asked>,
  tree: string | null = null,
): string {
  const named = base?.tree ?? tree;
  return [
    ...(named === null ? [] : [`--tree ${named}`]),
    ...(base === null ? [] : [`--commit ${base.commit}`]),
    ...(depends === null ? [] : ['--depends depends.mbox.gz']),
    ...Object.entries(assume).map(([name, value]) => `--assume ${name}=${value}`),
  ]
    .map((option) => ` ${option}`)
    .join('');
}
