import { NUMBER_WORDS } from '../units/number-words.ts';
import { type Draft, type DraftSide, measuredDraft } from './draft.ts';
import { lineAt } from './paragraphs.ts';
import type { View } from './view.ts';

const WORDS: readonly string[] = NUMBER_WORDS;
const NUMBER = `(?:${WORDS.join('|')})`;
const THINGS =
  '(?:irqs?|ipis?|interrupts?|context switch(?:es)?|wake-?ups?|copies|memcpys?|syscalls?|system calls?|hypercalls?|(?:vm-?)?exits?|page faults?|cache (?:misses|lines)|tlb (?:flushes|misses|shootdowns)|flushes|(?:mmio |register |pci |spi |i2c )?(?:reads|writes|accesses|transactions)|doorbells?|dma mappings|allocations?|bounces|transfers?|urbs?|round-?trips?|packets?|lock acquisitions?|atomic operations?|memory barriers?)';
/** "three IRQs per packet reduced to just one", "interrupts per packet go from three to one". */
const REDUCED = new RegExp(
  `\\b(?<before>${NUMBER}) (?<what>${THINGS}(?: per \\w+)?)[^.;]{0,40}?\\b(?:reduced|down|drops?|dropped|decreased|cut) to (?:just |only )?(?<after>${NUMBER})\\b`,
  'i',
);
const FROM_TO = new RegExp(
  `\\b(?<what>${THINGS}(?: per \\w+)?)[^.;]{0,40}? from (?<before>${NUMBER}) to (?:just |only )?(?<after>${NUMBER})\\b`,
  'i',
);
/** "needs two interrupts per frame instead of six". */
const INSTEAD = new RegExp(
  `\\b(?<after>${NUMBER}) (?<what>${THINGS}(?: per \\w+)?)[^.;]{0,20}? (?:instead of|rather than|down from) (?<before>${NUMBER})\\b`,
  'i',
);

/** Counts of events that prose gives in words, before and after. */
export function readWordedCounts(view: View): readonly Draft[] {
  return view.paragraphs.flatMap((paragraph) =>
    paragraph.sentences.flatMap((sentence) => {
      const found = REDUCED.exec(sentence.text) ?? FROM_TO.exec(sentence.text) ?? INSTEAD.exec(sentence.text);
      const { before, after, what } = found?.groups ?? {};
      if (!found || before === undefined || after === undefined || what === undefined) return [];
      const line = lineAt(paragraph, sentence.start + found.index + 1);
      const side = (word: string, label: string): DraftSide => {
        const value = WORDS.indexOf(word.toLowerCase());
        return { label, value, base: value, error: null, isRange: false, runs: null, line };
      };
      return [
        measuredDraft({
          passage: view,
          line,
          quantity: what,
          unit: what.split(' per ')[0] ?? what,
          baseUnit: '1',
          sides: [side(before, 'before'), side(after, 'after')],
          order: 'as-written',
          form: 'prose',
          better: 'lower',
        }),
      ];
    }),
  );
}
