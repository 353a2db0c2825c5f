import type { Choice } from './choice.ts';
import type { DifferenceClass } from './judgements.ts';

export interface Difference {
  readonly path: string;
  /** The first Message-ID of the thread. */
  readonly thread: string;
  readonly fields: readonly (keyof Choice)[];
  readonly ours: Choice;
  readonly theirs: Choice;
}

interface Compared {
  readonly compared: number;
  readonly crashed: number;
  readonly differences: readonly Difference[];
}

/** The counts, the differences by class, and those that nobody judged yet. */
export function composeTally(all: Compared, judged: Readonly<Record<string, DifferenceClass>>): string {
  const { compared, crashed, differences } = all;
  const agreeing = compared - differences.length;
  const classOf = new Map(
    Object.entries(judged).flatMap(([name, { threads }]) => threads.map((thread) => [thread, name] as const)),
  );
  const rows = Object.entries(judged).map(([name, { right, why }]) => {
    const count = differences.filter(({ thread }) => classOf.get(thread) === name).length;
    return `| ${name} | ${count} | ${right} | ${why} |`;
  });
  const open = differences.filter(({ thread }) => !classOf.has(thread));
  return [
    `threads compared: ${compared}; b4 crashed on ${crashed} more`,
    `agree: ${agreeing} (${((100 * agreeing) / compared).toFixed(2)} %), differ: ${differences.length}`,
    '',
    '| class | threads | right | why |',
    '| --- | ---: | --- | --- |',
    ...rows,
    '',
    `not judged: ${open.length}`,
    ...open.map(describe),
  ].join('\n');
}

function describe({ path, thread, fields, ours, theirs }: Difference): string {
  const lines = fields.map(
    (field) =>
      `    ${field}\n      ours ${onlyIn(ours, theirs, field)}\n      b4   ${onlyIn(theirs, ours, field)}`,
  );
  return [`  ${thread} ${path}`, ...lines].join('\n');
}

/** A list as it is when only the order differs, else what the other does not have. */
function onlyIn(one: Choice, other: Choice, field: keyof Choice): string {
  const [mine, theirs] = [one[field], other[field]];
  if (typeof mine === 'number' || typeof theirs === 'number') return String(mine);
  const only = mine.filter((item) => !theirs.includes(item));
  return `(${mine.length}) ${(only.length > 0 ? only : []).join(' ')}`;
}
