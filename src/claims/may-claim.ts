/** A unit behind a number, as far as it can be told from a word: "b" alone is a piece of a hex dump. */
const UNIT =
  '(?:[KMGTkmgt]?i?(?:B|[Bb]its?|[Bb]ytes?)(?:ps|\\b|\\/)|[KMGTkmgt]i?b(?:ps|\\b|\\/)|b(?:ps|\\/s)|%|percent|fps|FPS|[mun\u00b5\u03bc]?s(?:ec|ecs|econds?)?\\b|millis|micros|nanos|min(?:ute)?s?\\b|(?<=[\\d )])[xX]\\b|times|irqs?\\b|IRQs?\\b|interrupts|context|cycles|switches|[kMG]?Hz|user\\b|m\\d)';

/** What people say stayed the same. */
const PRAISED =
  '(?:throughput|bandwidth|performance|iops|latency|(?:cpu|CPU|frame|transfer|boot) ?(?:usage|load|rate|time|speed))';

/**
 * A number with the beginning of a unit behind it, a unit that heads a table, a field that programs print, or words
 * that claim without a figure. The digits are no part of a word, or every address of an oops would be a figure.
 */
const HINT = new RegExp(
  [
    `(?<![0-9A-Za-z_])\\d[\\d.,]{0,24}[kKMG]?[ \\t]{0,3}\\)?[ \\t]?${UNIT}`,
    'IOPS|iops|[kKMm]?pps\\b|[KMGkmg]i?[Bb](?:it|its|yte|ytes)?\\/s|[KMG]bps',
    // Work done a second: "1.2M ops/s", "500 tps", "transactions per second".
    '\\/s\\b|\\/sec\\b| per sec|\\b[tqr]ps\\b|\\d[tqr]ps\\b|\\bnumber of\\b[^.]{1,60}\\b(?:from|by)\\b',
    '\\((?:in )?(?:[mun\u00b5\u03bc]s|[mun]?sec|seconds|s\\/\\w+|%|[KMG]?B)\\)|\\bin (?:[mun]s|seconds)\\b',
    '%CPU|CPU%|%usr|%user|%soft|%CP\\b|CPU0|text\\s+data\\s+bss|: Before=\\d|Avg:[ \\t]{0,8}\\d|_(?:STREAM|MAERTS|C?RR|SENDFILE) TEST|seconds time|min\\/avg|\\+\\/?-[ \\t]{0,2}\\d|\u00b1|stddev',
    '\\b(?:doubl|tripl|halv|twice|(?:two|three|four|five|six|seven|eight|nine|ten) times|order of magn)|latency|hard ?-?irq time|irqs?-off|in hard ?-?irq|(?:interrupt|irq|IRQ) handler',
    `\\b[Nn]o\\b[^.]{1,40}\\b${PRAISED}|${PRAISED}\\b[^.]{1,30}\\b(?:no|same|unchanged|identical|similar)\\b`,
    '\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\\b[^.;]{1,80}\\bto (?:just |only )?(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven)\\b',
  ].join('|'),
  'u',
);

/** False for a text that certainly holds no claim: the cheap question that is asked of every mail first. */
export function mayClaim(text: string): boolean {
  return HINT.test(text);
}

/** Offsets of the hints in a text, at most one a line; a hint may reach into the line below. */
export function hintsIn(text: string): readonly number[] {
  const hints: number[] = [];
  for (let at = text.search(HINT); at >= 0; ) {
    hints.push(at);
    const end = text.indexOf('\n', at);
    const next = end < 0 ? -1 : text.slice(end).search(HINT);
    at = next < 0 ? -1 : end + next;
  }
  return hints;
}
