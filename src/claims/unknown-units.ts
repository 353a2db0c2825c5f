import { unquote } from '../ingest/quoting.ts';
import type { Place, Problem } from '../problem.ts';
import type { Series } from '../series/series.ts';
import { readQuantity } from '../units/quantity.ts';
import type { ClaimLimits } from './claim-limits.ts';

/** A line that sets one figure against another. */
const COMPARES = /->|=>|\b(?:before|after|without|with|old|new|patched)\b[^:]{0,30}:/i;
const RATE = /(?<amount>\d[\d.,]{0,12}) ?(?<unit>[A-Za-z]{1,20}\/s(?:ec)?)(?![A-Za-z])/;

/**
 * Rates that are compared in a unit nobody knows: "12 frobs/s -> 25 frobs/s". A thread without any claim says by them
 * what it could not read; each unit is named once, where it stands first.
 */
export function findUnknownUnits(series: Series, limits: ClaimLimits): readonly Problem[] {
  const found = series.letters.flatMap(({ messageId, text }) =>
    text
      .split('\n', limits.letterLinesMax)
      .flatMap((line, at) =>
        unknownUnitOn(line.slice(0, limits.lineCharactersMax), { messageId, line: at + 1 }),
      ),
  );
  const byUnit = new Map(found.toReversed().map((problem) => [problem.unit, problem]));
  return [...byUnit.values()].toReversed();
}

type UnknownUnit = Extract<Problem, { code: 'unit-unknown' }>;

function unknownUnitOn(line: string, at: Place): readonly UnknownUnit[] {
  const { text } = unquote(line);
  const rate = COMPARES.test(text) ? RATE.exec(text)?.groups : undefined;
  if (rate === undefined) return [];
  const { problems } = readQuantity(`${rate['amount'] ?? ''} ${rate['unit'] ?? ''}`, at);
  return problems.filter((problem) => problem.code === 'unit-unknown');
}
