import { findMeasures } from './figures.ts';
import type { Passage } from './passage.ts';

const SAID = /\bbuffers? (?:size )?(?:is|are|of)\b/i;

/** The size in bytes of the buffer that the letters speak of, where one of them says it plainly; else null. */
export function bufferBytesIn(passages: readonly Passage[]): number | null {
  for (const passage of passages) {
    for (const line of passage.lines) {
      if (line.kind !== 'text' || !SAID.test(line.text)) continue;
      const size = findMeasures(line.text).find((figure) => figure.baseUnit === 'B');
      if (size) return size.base;
    }
  }
  return null;
}
