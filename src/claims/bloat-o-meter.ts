import { type Draft, type DraftSide, measuredDraft } from './draft.ts';
import type { Line } from './passage.ts';
import type { View } from './view.ts';

/** "Total: Before=14210, After=13394, chg -5.74%". */
const TOTAL =
  /^\s*Total: Before=(?<before>\d{1,12}), After=(?<after>\d{1,12}), chg (?<change>[+-]?\d{1,6}(?:\.\d{1,4})?)%/;

/**
 * The total that scripts/bloat-o-meter prints last, in bytes: its own words say which side is which. Its percentage is
 * what the script made of the figures, not what the author states.
 */
export function readBloatTotals(view: View): readonly Draft[] {
  return view.lines.flatMap((line) => {
    const found = TOTAL.exec(line.text.slice(0, 200))?.groups;
    if (!found) return [];
    const sides = [sideOf(line, 'Before', found['before']), sideOf(line, 'After', found['after'])];
    return [
      measuredDraft({
        passage: view,
        line,
        quantity: 'code size',
        unit: 'bytes',
        baseUnit: 'B',
        sides,
        order: 'as-written',
        metric: 'size',
      }),
    ];
  });
}

function sideOf(line: Line, label: string, digits: string | undefined): DraftSide {
  const value = Number(digits);
  return { label, value, base: value, error: null, isRange: false, runs: null, line };
}
