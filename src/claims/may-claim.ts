/** A unit behind a number, as far as it can be told from a word: "b" alone is a piece of a hex dump. */
const UNIT =
  '(?:[KMGTkmgt]?i?(?:B|[Bb]its?|[Bb]ytes?)(?:ps|\\b|\\/)|[KMGTkmgt]i?b(?:ps|\\b|\\/)|b(?:ps|\\/s)|%|percent|fps|FPS|[mun\u00b5\u03bc]?s(?:ec|ecs|econds?)?\\b|millis|micros|nanos|min(?:ute)?s?\\b|(?<=[\\d )])[xX]\\b|times|irqs?\\b|IRQs?\\b|interrupts|context|cycles|switches|[kMG]?Hz|user\\b|m\\d)';

/** What people say stayed the same. */
const PRAISED =
  '(?:throughput|bandwidth|performance|iops|latency|(?:cpu|CPU|frame|transfer|boot) ?(?:usage|load|rate|time|speed))';

const NUMBER = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';

/**
 * What begins with a letter or a digit, asked only where a word begins, which is one character of six: a number with
 * the beginning of a unit behind it, the head of a listing, or words that claim without a figure. The digits are no part
 * of a word, or every address of an oops would be a figure.
 */
const WORDS = [
  `\\d[\\d.,]{0,24}(?:[kKMG]?[ \\t]{0,3}\\)?[ \\t]?${UNIT}|[tqr]ps\\b| (?:percentage )?points)`,
  '[tqr]ps\\b|number of\\b[^.]{1,60}\\b(?:from|by)\\b|in (?:[mun]s|seconds)\\b|in half\\b|in hard ?-?irq',
  'CPU[%0]|text\\s+data\\s+bss|Avg:[ \\t]{0,8}\\d|seconds time|min\\/avg|stddev',
  'doubl|tripl|halv|twice|order of magn|latency|hard ?-?irq time|irqs?-off|(?:interrupt|irq|IRQ) handler',
  `[Nn]o\\b[^.]{1,40}\\b${PRAISED}|${PRAISED}\\b[^.]{1,30}\\b(?:no|same|unchanged|identical|similar)\\b`,
  `(?:instead of|rather than|down from) ${NUMBER}\\b|factor of (?:\\d|${NUMBER})`,
  `${NUMBER}(?: times| seconds| minutes|\\b[^.;]{1,80}\\bto (?:just |only )?(?:zero|${NUMBER})\\b)`,
];

/** What is a hint wherever it stands: the end of a rate, a unit that heads a table, a field that programs print. */
const MARKS = [
  '--minimal\\b|IOPS|iops|pps\\b|[KMG]bps|[Bb](?:its?|ytes?)?\\/s|\\/s(?:ec)?\\b| per sec',
  '\\((?:in )?(?:[mun\u00b5\u03bc]s|[mun]?sec|seconds|s\\/\\w+|%|[KMG]?B)\\)',
  '%(?:CPU|usr|user|soft|CP\\b)|: Before=\\d|_(?:STREAM|MAERTS|C?RR|SENDFILE) TEST|\\+\\/?-[ \\t]{0,2}\\d|\u00b1',
];

const HINT = new RegExp(`\\b(?:${WORDS.join('|')})|${MARKS.join('|')}`, 'u');

/** False for a text that certainly holds no claim: the cheap question that is asked of every mail first. */
export function mayClaim(text: string): boolean {
  return HINT.test(text);
}

/** Offsets of the first `max` hints in a text, at most one a line; a hint may reach into the line below. */
export function hintsIn(text: string, max: number): readonly number[] {
  const hints: number[] = [];
  for (let at = text.search(HINT); at >= 0 && hints.length < max; ) {
    hints.push(at);
    const end = text.indexOf('\n', at);
    const next = end < 0 ? -1 : text.slice(end).search(HINT);
    at = next < 0 ? -1 : end + next;
  }
  return hints;
}
