import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shared, sharedExists } from '../support/shared.ts';
import { readCorrections } from './corrections.ts';
import { readLabels } from './labels.ts';

/** Every correction must be there to be read: the file, the line, and on it the figure or the words it speaks of. */
describe.skipIf(!sharedExists)('the corrections of labels', () => {
  const folder = sharedExists ? shared('corpus/claims') : '';
  const threads = new Map(sharedExists ? readLabels(folder).map((thread) => [thread.file, thread]) : []);
  const lineOf = (file: string, line: number): string =>
    readFileSync(`${folder}/${file}`, 'utf8').split('\n')[line - 1] ?? '';

  it.each(Object.entries(readCorrections()))('of %s quote its lines', (file, { unlabelled, wrong }) => {
    for (const { claim, line } of unlabelled) {
      const [before = '', after = ''] = claim.slice(claim.indexOf(' ') + 1).split('>');
      if (line !== null) expect(figuresOn(lineOf(file, line))).toContain(Number(after || before));
    }
    for (const { label, line } of wrong) {
      const quoted = threads.get(file)?.claims[label - 1]?.line ?? 'no such label';
      if (line !== null) expect(lineOf(file, line)).toContain(quoted.slice(0, 30));
    }
  });
});

/** The numbers of a line and the middles of its ranges: "93–94 ms" is 93.5. Zero stands for a claim in words. */
function figuresOn(text: string): readonly number[] {
  const numbers = [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
  const middles = numbers.slice(1).map((high, at) => ((numbers[at] ?? 0) + high) / 2);
  return [0, ...numbers, ...middles];
}
