import type { Claim } from '../../src/claims/claim.ts';
import { findClaims } from '../../src/claims/find-claims.ts';
import { correctedLabels, isConfirmed, readCorrections } from './corrections.ts';
import { type LabelledClaim, readLabels } from './labels.ts';
import { matchClaims } from './match-claims.ts';
import { claimLimits, readThread } from './read-thread.ts';

interface Count {
  hits: number;
  confirmed: number;
  misses: number;
  extras: number;
  /** Labels that the list of corrections takes out of the count. */
  wrongLabels: number;
}

/** Scores the reader of claims against the labels of a folder and prints every miss and every extra. */
export async function scoreClaims(folder: string): Promise<void> {
  const corrections = readCorrections();
  const count: Count = { hits: 0, confirmed: 0, misses: 0, extras: 0, wrongLabels: 0 };
  for (const thread of readLabels(folder)) {
    const allSeries = await readThread(thread.path);
    const claims = withoutRepeats(
      allSeries.flatMap((series) => findClaims(series, claimLimits).value.claims),
    );
    const labels = correctedLabels(thread, corrections);
    const { hits, misses, extras } = matchClaims(labels, claims);
    const letters = allSeries.flatMap((series) => series.letters.map((letter) => letter.messageId));
    const wrong = extras.filter((claim) => !isConfirmed(thread.file, placeOf(claim, letters), corrections));
    count.hits += hits.length;
    count.confirmed += extras.length - wrong.length;
    count.misses += misses.length;
    count.wrongLabels += thread.claims.length - labels.length;
    count.extras += wrong.length;
    print(thread.file, { labels: labels.length, hits: hits.length, misses, wrong, letters });
  }
  printTotal(count);
}

/** "2:93 480>1376": the letter in the order of its series, from 1, the line in its text, and the figures. */
function placeOf(claim: Claim, letters: readonly (string | null)[]): string {
  const letter = letters.indexOf(claim.where.messageId) + 1;
  const figures = `${claim.before?.value ?? ''}>${claim.after?.value ?? ''}`;
  return `${letter}:${claim.where.line} ${figures}`;
}

/** A label file may hold several postings of one series, whose claims the product reports one posting at a time. */
function withoutRepeats(claims: readonly Claim[]): readonly Claim[] {
  const seen = new Map<string, string | null>();
  return claims.filter((claim) => {
    const figures = [claim.before, claim.after].map((side) => side?.base ?? '').join('>');
    const key = [claim.kind, claim.metric, figures, claim.stated?.percent, claim.stated?.factor].join(' ');
    const first = seen.get(key);
    if (first === undefined) seen.set(key, claim.where.messageId);
    return first === undefined || first === claim.where.messageId;
  });
}

interface Result {
  readonly labels: number;
  readonly hits: number;
  readonly misses: readonly LabelledClaim[];
  readonly wrong: readonly Claim[];
  readonly letters: readonly (string | null)[];
}

function print(file: string, { labels, hits, misses, wrong, letters }: Result): void {
  console.log(`${file}  ${hits}/${labels}${wrong.length > 0 ? `  ${wrong.length} extra` : ''}`);
  for (const { metric, unit, baseline, patched, line } of misses) {
    console.log(`  miss   ${metric}: ${baseline} > ${patched} ${unit}   | ${line}`);
  }
  for (const claim of wrong) {
    console.log(
      `  extra  ${placeOf(claim, letters)} ${claim.unit} ${claim.metric} "${claim.quantity}"   | ${claim.where.text}`,
    );
  }
}

function printTotal({ hits, confirmed, misses, extras, wrongLabels }: Count): void {
  const found = hits + confirmed + extras;
  const percent = (part: number, whole: number): string =>
    whole === 0 ? '-' : ((100 * part) / whole).toFixed(1);
  console.log(
    `\n${hits} of ${hits + misses} labelled claims found: recall ${percent(hits, hits + misses)} %`,
  );
  const asLabelled = hits + misses + wrongLabels;
  console.log(
    `(${hits} of ${asLabelled} labels as they are: ${percent(hits, asLabelled)} %; ${wrongLabels} are listed as wrong)`,
  );
  console.log(
    `${hits + confirmed} of ${found} found claims are right: precision ${percent(hits + confirmed, found)} %`,
  );
}
