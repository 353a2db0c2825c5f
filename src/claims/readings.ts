import type { Claim } from './claim.ts';
import { findMeasures } from './figures.ts';
import type { Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import { lineAt, type Sentence } from './paragraphs.ts';
import type { View } from './view.ts';

export type SeriesFinding = Finding & { readonly claims: readonly string[] };

/** perf annotate: "7.58 \u2502248:   ldr     x0, [x20, #16]". */
const INSTRUCTION = /\u2502\s{0,12}[0-9a-f]{2,8}:\s{1,12}(?:[^\sa-z]\s{1,4})?[a-z][a-z0-9.]{0,9}\b/;
const INSTRUCTIONS_MIN = 4;
const FORCED =
  /\b(?:modif(?:y|ied)|chang(?:e|ed)|hack(?:ed)?|patched|tweak(?:ed)?)\b[^.]{0,30}\b(?:driver|code|kernel|source)\b[^.]{0,30}\bto (?:always )?(?:go|take|hit|force|trigger|jump|reach|enter|return)\b/i;
const DOUBT = /\bwhere (?:did|does|do)(?: the| this)? (?<number>[\d.]{1,12}) ?\w{0,8} come from\b/i;

/** What reading shows of the letters as a whole, beyond any single figure. */
export function findSeriesReadings(
  passages: readonly View[],
  claims: readonly Claim[],
): readonly SeriesFinding[] {
  return [
    ...firstOfEach(
      passages.flatMap((passage) => instructionListings(passage)),
      ({ numbers }) => numbers['instructions'],
    ),
    ...firstOfEach(
      passages.flatMap((passage) => forcedPaths(passage, claims)),
      ({ kind }) => kind,
    ),
    ...retractions(passages),
  ];
}

/** Replies quote the same listing and the same sentence again and again. */
function firstOfEach(
  found: readonly SeriesFinding[],
  keyOf: (finding: SeriesFinding) => unknown,
): readonly SeriesFinding[] {
  return [...groupBy(found, keyOf).values()].flatMap((same) => same.slice(0, 1));
}

/** Annotated instructions show how many there are, not how long anything took. */
function instructionListings(passage: View): readonly SeriesFinding[] {
  const lines = passage.lines.filter(
    (line) => line.text.includes('\u2502') && INSTRUCTION.test(line.text.slice(0, 160)),
  );
  if (lines.length < INSTRUCTIONS_MIN) return [];
  const text = `the listing of ${lines.length} instructions at line ${lines[0]?.number ?? 0} counts instructions; it measures neither time nor throughput`;
  return [
    {
      kind: 'instruction-count-only',
      severity: 'info',
      text,
      numbers: { instructions: lines.length, line: lines[0]?.number ?? 0 },
      claims: [],
    },
  ];
}

/** The author steered the code to the path he changed: the figures hold for that path, not for the usual one. */
function forcedPaths(passage: View, claims: readonly Claim[]): readonly SeriesFinding[] {
  return sentences(passage).flatMap((sentence) => {
    if (!FORCED.test(sentence.text)) return [];
    const line = lineAt(sentence.paragraph, sentence.start).number;
    const concerned = claims.filter((claim) => claim.where.messageId === passage.messageId);
    return [
      {
        kind: 'forced-path',
        severity: 'warning',
        text: `the author says (line ${line}) that the code was modified to take the measured path; usual traffic may not take it`,
        numbers: { line },
        claims: concerned.map((claim) => claim.id),
      },
    ];
  });
}

/** "The buffer size is 9600 bytes, where did 970 come from?" retracts the 970 bytes that somebody wrote before. */
function retractions(passages: readonly View[]): readonly SeriesFinding[] {
  const all = passages.flatMap((passage) => sentences(passage).map((sentence) => ({ passage, sentence })));
  return all.flatMap(({ sentence }) => {
    if (!sentence.text.includes('come from')) return [];
    const wrong = Number(DOUBT.exec(sentence.text)?.groups?.['number'] ?? Number.NaN);
    const right = findMeasures(sentence.text)[0];
    if (!Number.isFinite(wrong) || !right || right.value === wrong) return [];
    const origin = all.find((one) =>
      findMeasures(one.sentence.text).some((figure) => figure.value === wrong && figure.unit === right.unit),
    );
    if (!origin) return [];
    return [
      {
        kind: 'retracted',
        severity: 'info',
        text: `${wrong} ${right.unit} was corrected in the thread: it is ${right.value} ${right.unit}`,
        numbers: { written: wrong, corrected: right.value },
        claims: [],
      },
    ];
  });
}

function sentences(passage: View): readonly Sentence[] {
  return passage.paragraphs.flatMap((paragraph) => paragraph.sentences);
}
