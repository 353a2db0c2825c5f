import type { Figure } from './figures.ts';

/** Two figures of one sentence, in its order of states. */
export interface Pair {
  readonly first: Figure;
  readonly second: Figure;
}

const NEAR_BEFORE = 90;
const NEAR_BEHIND = 30;
const VERB_CHARACTERS = 24;

/**
 * Whether a pair of figures was chosen by somebody and not measured: timeouts, sizes of buffers, clocks, and the two
 * ends of a range. A size is a result only where the text weighs code or memory.
 */
export function isChosen({ first, second }: Pair, text: string): boolean {
  if (isRange(text, first)) return true;
  switch (second.baseUnit) {
    case 's':
      return isChosenTime(text, first, second);
    case 'B':
      return !/\b(?:footprint|code size|text size|binary|image|vmlinux|\.text|memory)\b/i.test(text);
    case '%':
      // A deviation from a nominal value is accuracy, not speed.
      return /^ (?:error|deviation|tolerance)/.test(text.slice(Math.max(first.end, second.end)));
    case '1':
    case '1/s':
    case 'B/s':
    case 'bit/s':
      return /Hz$/.test(second.unit);
    default:
      return second.baseUnit satisfies never;
  }
}

/** "it might take from 800 to 1000 ms" says how wide, not from where to where. */
function isRange(text: string, first: Figure): boolean {
  const before = text.slice(Math.max(0, first.start - VERB_CHARACTERS), first.start);
  return /\b(?:takes?|lasts?|rang(?:e|es|ing)|var(?:y|ies|ied|ying)|anywhere)(?: anywhere)? (?:in the range )?from (?:about |~ ?)?$/i.test(
    before,
  );
}

/** Timeouts, delays and intervals in the code are chosen; only what somebody measured is a result. */
function isChosenTime(text: string, first: Figure, second: Figure): boolean {
  const [start, end] = [Math.min(first.start, second.start), Math.max(first.end, second.end)];
  const before = text.slice(Math.max(0, start - NEAR_BEFORE), start);
  const isSet = CHOOSING.test(before.slice(-VERB_CHARACTERS));
  const isNamed = SETTING.test(before) || SETTING_BEHIND.test(text.slice(end, end + NEAR_BEHIND));
  return (isSet || isNamed) && !MEASURED.test(text);
}

const SETTING =
  /\b(?:time-?outs?|[un]?delays?|intervals?|periods?|debounc\w*|[mun]?sleep\w*|retr(?:y|ies)|wait\w*|poll\w*|deadlines?|timers?)\b/i;
const SETTING_BEHIND = /^ ?(?:time-?outs?|delays?|intervals?|periods?|sleeps?|timers?)\b/i;
const CHOOSING =
  /\b(?:to use|set to|set it to|hack\w*|tr(?:y|ied)(?: from| with)?|chos\w*|hard-?coded(?: to)?) (?:about |~ ?)?$/i;
const MEASURED =
  /\b(?:measured|took|takes|average|mean|median|latency (?:drops?|improves?|goes|went|is reduced)|response time|ping)\b/i;
