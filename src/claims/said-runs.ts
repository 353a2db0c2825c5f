const RUNS = /\b(?<count>\d{1,4}|three|five|ten|two|four)\s+(?:runs|iterations|loops|samples|rounds)\b/i;
/** "times" alone counts anything ("wakes the thread 3 times", "5 times faster"): a verb of measuring stands before it. */
const RUN_TIMES =
  /\b(?:run|runs|ran|repeat|repeated|execute|executed|measured|tested)\b[^.\n]{0,60}?\b(?<count>\d{1,4}|three|five|ten|two|four) times\b/i;
const ALL_RUNS =
  /\b(?:each|every|all) (?:\w+ ){0,2}(?:figures?|numbers?|values?|results?|tests?|rows?)\b[^.]{0,60}\b(?:times|runs|iterations|loops|samples|rounds)\b/i;
const NUMBER_WORDS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, ten: 10 };

/** How many runs a text says that its figures are of, two at least; null when it does not say. */
export function runsIn(text: string): number | null {
  const found = RUNS.exec(text) ?? RUN_TIMES.exec(text);
  const count = found?.groups?.['count']?.toLowerCase();
  if (count === undefined) return null;
  const runs = NUMBER_WORDS[count] ?? Number(count);
  return runs >= 2 ? runs : null;
}

/** "each figure is the average of 12 runs" speaks of every figure, wherever it stands. */
export function runsOfAll(text: string): number | null {
  const sentence = ALL_RUNS.exec(text)?.[0];
  return sentence === undefined ? null : runsIn(sentence);
}
