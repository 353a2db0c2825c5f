import { isChosen, type Pair } from './chosen-figures.ts';
import { type Draft, measuredDraft, sideOf } from './draft.ts';
import { type Figure, findMeasures } from './figures.ts';
import { lineAt, type Sentence } from './paragraphs.ts';
import { trimEndOf } from './trim-marks.ts';
import { titlesAt, type View } from './view.ts';

/** Marks between two figures that make the second the state after. */
const ARROWS = new Set(['->', '-->', '=>', '==>', '--->', '\u2192', '\u21d2', '>>', '\u2014>']);
/** A gap of words between "from A" and "to B": "to its original", "up to about". */
const TO_GAP =
  /^(?: (?:its|the|a|an|about|around|roughly|original|regular|usual|over|almost|nearly|up|down|back|approximately|more|less|than)){0,4}$/;
const FROM_BEFORE =
  /\bfrom(?: (?:its|the|a|an|about|around|roughly|original|regressed|over|almost|nearly|approximately|roughly)){0,4} ?[~<>\u2248]?$/i;
const CHANGE_WORD =
  /\b(?:drop|decreas|increas|reduc|improv|rais|regress|slow|fell|fall|gain|los|better|worse|degrad|up|down|from|change|went|grow|grew)/i;

/** Two figures that a sentence itself orders: "A -> B", "from A to B", "a drop (A to B)". */
export function readProsePairs(passage: View, used: ReadonlySet<number>): readonly Draft[] {
  return passage.paragraphs.flatMap((paragraph) =>
    paragraph.sentences.flatMap((sentence) => {
      if (sentence.figures.length < 2) return [];
      const titles = titlesAt(passage, lineAt(paragraph, sentence.start).number);
      return pairsIn(passage, sentence, titles).filter((draft) => !used.has(draft.line.number));
    }),
  );
}

function pairsIn(passage: View, sentence: Sentence, titles: readonly string[]): readonly Draft[] {
  const { figures } = sentence;
  const drafts: Draft[] = [];
  for (let at = 0; at + 1 < figures.length; at += 1) {
    const first = figures[at];
    const second = figures[at + 1];
    if (
      !first ||
      !second ||
      !(isForward(sentence.text, first, second) || isBackward(sentence.text, first, second))
    )
      continue;
    const pair = sameUnit(first, second, sentence.text);
    if (!pair || isChosen(pair, sentence.text) || isCalculation(sentence.text, second)) continue;
    const isReversed = !isForward(sentence.text, first, second);
    drafts.push(
      pairDraft(passage, sentence, titles, isReversed ? { first: pair.second, second: pair.first } : pair),
    );
    at += 1;
  }
  return drafts;
}

/** "107 s -> 1000 / 107 = 9 MB/s": the arrow leads to a sum on paper. */
function isCalculation(text: string, second: Figure): boolean {
  return /^ ?[/*\u00d7] ?\d/.test(text.slice(second.end, second.end + CALCULATION_CHARACTERS));
}

const CALCULATION_CHARACTERS = 4;

/** "118 MB/s before and 120 MB/s after this patch": each figure has its side behind it. */
function isSided(text: string, [first, second]: readonly [Figure, Figure], sides: SideWords): boolean {
  const gap = text.slice(first.end, signedStart(second));
  const behind = text.slice(second.end, second.end + SIDE_CHARACTERS);
  return sides.first.test(gap) && sides.second.test(behind);
}

interface SideWords {
  readonly first: RegExp;
  readonly second: RegExp;
}

const SIDE_CHARACTERS = 12;
const BEFORE_AFTER: SideWords = {
  first: /^ (?:before|without)(?: (?:this|the) (?:patch|change|series))?,?(?: and| but)? (?:about |~)?$/,
  second: /^ (?:after|with)\b/,
};
const AFTER_BEFORE: SideWords = {
  first: /^ (?:after|with)(?: (?:this|the) (?:patch|change|series))?,?(?: and| but)? (?:about |~)?$/,
  second: /^ (?:before|without)\b/,
};

/** "up to 120 MB/s from 100 MB/s": the state before stands second. */
function isBackward(text: string, first: Figure, second: Figure): boolean {
  if (isSided(text, [first, second], AFTER_BEFORE)) return true;
  const before = text.slice(Math.max(0, first.start - 24), first.start);
  const gap = text.slice(first.end, second.start);
  if (/^ instead of (?:about |~ ?)?[+-]?$/.test(gap)) return true;
  return (
    /\bto (?:about |over |~ ?|> ?)?$/.test(before) &&
    /^,? (?:up |down )?from (?:about |~ ?|> ?)?$/.test(gap) &&
    CHANGE_WORD.test(text)
  );
}

function isForward(text: string, first: Figure, second: Figure): boolean {
  if (isSided(text, [first, second], BEFORE_AFTER)) return true;
  const start = signedStart(second);
  const gap = text
    .slice(first.end, start)
    .trim()
    .replace(/[~<\u2248]$/, '')
    .trim();
  if (ARROWS.has(gap) || ARROWS.has(gap.replace(/\s+/g, ''))) return true;
  const before = text.slice(Math.max(0, first.start - 60), first.start);
  const to = /^(?:.{0,140}?\s)?(?:up |down )?to\b(?<rest>.*)$/.exec(gap);
  if (!to) return false;
  const rest = (to.groups?.['rest'] ?? '').trimEnd();
  if (FROM_BEFORE.test(before.trimEnd()) && TO_GAP.test(trimEndOf(rest, '> '))) return true;
  if (isFarPair(text, first, second, gap)) return true;
  const isBracketed = before.endsWith('(') && text.charAt(second.end) === ')' && gap === 'to';
  return isBracketed && CHANGE_WORD.test(text.slice(0, first.start));
}

function signedStart(figure: Figure): number {
  return figure.sign === null ? figure.start : figure.start - 1;
}

/** "from about 127 MiB/s using the old interface, to about 274 MiB/s": words may part the two, but no other figure. */
function isFarPair(text: string, first: Figure, second: Figure, gap: string): boolean {
  const before = text.slice(Math.max(0, first.start - 60), first.start).trimEnd();
  const isSameUnit = first.unit !== '' && first.unit === second.unit;
  return (
    isSameUnit &&
    gap.length <= FAR &&
    FROM_BEFORE.test(before) &&
    CHANGE_WORD.test(text) &&
    /(?:^|[\s,])to(?: about| over| ~| >)?$/.test(gap)
  );
}

const FAR = 160;

/** The unit may stand at the second figure only ("844 -> 840 Mbps"); without any, the words must name a count. */
function sameUnit(first: Figure, second: Figure, text: string): Pair | undefined {
  if (first.unit !== '' && first.baseUnit === second.baseUnit) return { first, second };
  if (first.unit === '' && second.unit !== '') return { first: inUnitOf(first, second), second };
  if (first.unit !== '' && second.unit === '') return { first, second: inUnitOf(second, first) };
  const named = /(?<name>[A-Za-z]{1,30})$/.exec(trimEndOf(text.slice(0, first.start), ' :'))?.groups?.[
    'name'
  ];
  if (first.unit !== '') return undefined;
  const counted = named !== undefined && COUNTED.test(named) ? named : eventsIn(text, first, second);
  if (counted === undefined) return undefined;
  return { first: { ...first, unit: counted }, second: { ...second, unit: counted } };
}

const COUNTED = /^(?:retransmit|retr|error|drop|irq|interrupt)/i;
/** Events that somebody counts; the number of endpoints or buffers is a setting. */
const EVENTS =
  '(?:interrupts|irqs|ipis|wake-?ups|context switches|page faults|faults|(?:\\w+ )?misses|(?:tlb )?(?:flushes|shootdowns)|syscalls|system calls|hypercalls|(?:vm-?)?exits|allocations|retransmi\\w+|drops|errors|doorbells|(?:mmio |register )?(?:reads|writes|accesses)|copies|round-?trips|lock acquisitions|cycles|instructions)';
const NUMBER_OF = new RegExp(`\\bnumber of (?:\\w+ )?(?<events>${EVENTS})\\b`, 'i');
const EVENTS_BEHIND = new RegExp(`^ (?<events>${EVENTS})\\b`, 'i');

/** "the number of IPIs sent went from 2,134,001 to 87,212", "from 34 to 12 cycles". */
function eventsIn(text: string, first: Figure, second: Figure): string | undefined {
  const front = text.slice(Math.max(0, first.start - NUMBER_OF_CHARACTERS), first.start);
  const behind = text.slice(second.end, second.end + NUMBER_OF_CHARACTERS);
  return (NUMBER_OF.exec(front) ?? EVENTS_BEHIND.exec(behind))?.groups?.['events'];
}

const NUMBER_OF_CHARACTERS = 120;

function inUnitOf(figure: Figure, other: Figure): Figure {
  const factor = other.value === 0 ? 1 : other.base / other.value;
  return { ...figure, unit: other.unit, baseUnit: other.baseUnit, base: figure.value * factor };
}

function pairDraft(passage: View, sentence: Sentence, titles: readonly string[], pair: Pair): Draft {
  const { first, second } = pair;
  const firstLine = lineAt(sentence.paragraph, offsetOf(sentence, first));
  const line = lineAt(sentence.paragraph, offsetOf(sentence, second));
  return measuredDraft({
    passage,
    line,
    quantity: quantityBefore(sentence.text, first.start < second.start ? first : second),
    unit: second.unit,
    baseUnit: second.baseUnit,
    sides: [sideOf(first, 'before', firstLine), sideOf(second, 'after', line)],
    order: 'as-written',
    form: 'prose',
    titles,
    caption: sentence.text,
    block: `${passage.letter}:${sentence.paragraph.lines[0]?.number ?? 0}`,
  });
}

/** Sentences are trimmed, so an offset in one is a little less than in its paragraph; never past the right line. */
function offsetOf(sentence: Sentence, figure: Figure): number {
  const lead = sentence.paragraph.text.slice(sentence.start).search(/\S/);
  return sentence.start + Math.max(0, lead) + figure.start;
}

/** Words between the name of a quantity and its figure. */
const LINKS = new Set(
  'from about around over the its original regressed roughly to is was takes took goes went by up down drops at'.split(
    ' ',
  ),
);
const OPENERS = new Set(['and', 'but', 'so', 'then', '-', '*']);
const NAME_WORDS = 6;

/** The words in front of the pair, back to the last mark or figure: "UDP RX", "USB3 5GHz DL", "decrease in CPU usage". */
function quantityBefore(text: string, first: Figure): string {
  const before = text.slice(0, first.start);
  const colon = /(?<name>[^:;,]{1,60}):[^:]{0,20}$/.exec(before)?.groups?.['name'];
  const parts = colon === undefined ? before.split(/[;,(]|\. /).toReversed() : [colon];
  for (const part of parts.slice(0, PARTS_MAX)) {
    const figures = findMeasures(part);
    const behind = namesIn(part.slice(figures.at(-1)?.end ?? 0));
    const words = behind.length > 0 ? behind : namesIn(part.slice(0, figures[0]?.start));
    if (words.length > 0) return words.slice(-NAME_WORDS).join(' ');
  }
  return '';
}

const PARTS_MAX = 3;

function namesIn(part: string): readonly string[] {
  const words = part.split(/\s+/).filter((word) => /\w/.test(word));
  const last = words.findLastIndex((word) => !LINKS.has(word.toLowerCase()));
  const first = words.findIndex((word) => !OPENERS.has(word.toLowerCase()));
  return first < 0 ? [] : words.slice(first, last + 1);
}
