import type { Scope } from './driver-choice.ts';
import type { Model } from './hcd.ts';
import type { FoundChange } from './pattern.ts';
import type { Unexplained } from './unexplained.ts';

/** A file with something in it that the model can not play, and why not. */
export type Unmodelled = Model['unmodelled'][number];

/** A change that has a pattern, but not where the model would play it. */
export function offPath({ file, from, to, evidence }: FoundChange): Unmodelled {
  return {
    file: file ?? '',
    why: `not on the giveback path of a driver the model knows: ${from} → ${to} ("${evidence}")`,
  };
}

/** A difference that no pattern accounts for. */
export function beyondPatterns({ path, function: name, line, text }: Unexplained, scope: Scope): Unmodelled {
  const where = name === null ? `line ${line}` : `${name}(), line ${line}`;
  const why = scope.kind === 'other' ? 'not a driver the model knows' : 'no known pattern';
  return { file: path, why: `${why}: ${where}: "${text}"` };
}

/** The first reason for each file, and how many more there are. */
export function oncePerFile(all: readonly Unmodelled[]): Unmodelled[] {
  const files = new Map<string, Unmodelled[]>();
  for (const one of all) files.set(one.file, [...(files.get(one.file) ?? []), one]);
  return [...files].map(([file, [first, ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return { file, why: `${first?.why ?? ''}${more}` };
  });
}
