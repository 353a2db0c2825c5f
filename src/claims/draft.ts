import type { BaseUnit } from '../units/base-unit.ts';
import type { Better, Claim, Metric, Stated } from './claim.ts';
import type { Figure } from './figures.ts';
import type { Line } from './passage.ts';
import type { View } from './view.ts';

/** One figure with the configuration it was measured in, still in the order of the mail. */
export interface DraftSide {
  readonly label: string;
  readonly value: number;
  readonly base: number;
  readonly error: number | null;
  /** The error is half a range that the text gives, not a plus-minus. */
  readonly isRange: boolean;
  /** What the error is, where somebody says so. */
  readonly errorKind?: 'sd' | 'se' | 'ci95' | undefined;
  readonly runs: number | null;
  readonly line: Line;
}

/** A claim as a reader of one form found it: who is before and what it means is decided later, once for all forms. */
export interface Draft {
  readonly passage: View;
  /** Where a reader should look: the line of the last figure, or the sentence. */
  readonly line: Line;
  /** What the row, the field or the function is called; empty when only the section says. */
  readonly quantity: string;
  readonly unit: string;
  readonly baseUnit: BaseUnit;
  readonly sides: readonly DraftSide[];
  /** The mail itself said which is which ("from A to B"), or the labels must. */
  readonly order: 'as-written' | 'by-label';
  /** Titles above the figure, outermost first. */
  readonly titles: readonly string[];
  /** The nearest line of text above, or the sentence around the figure. */
  readonly caption: string;
  /** Figures of one block share it. */
  readonly block: string;
  readonly metric: Metric | null;
  readonly better: Better | undefined;
  readonly stated: Stated | null;
  readonly kind: Claim['kind'];
  readonly findings: Claim['findings'];
  /** Prose often says again what a table shows; the table is then the claim. */
  readonly form: 'block' | 'prose';
  /** Programs whose output this is. */
  readonly tools: readonly string[];
}

/** A draft of measured figures with the usual defaults. */
export function measuredDraft(
  parts: Pick<Draft, 'passage' | 'line' | 'quantity' | 'unit' | 'baseUnit' | 'sides'> & Partial<Draft>,
): Draft {
  return {
    order: 'by-label',
    titles: [],
    caption: '',
    block: `${parts.passage.letter}:${parts.line.number}`,
    metric: null,
    better: undefined,
    stated: null,
    kind: 'measured',
    findings: [],
    form: 'block',
    tools: [],
    ...parts,
  };
}

export function sideOf(figure: Figure, label: string, line: Line): DraftSide {
  return {
    label,
    value: figure.value,
    base: figure.base,
    error: figure.error,
    isRange: figure.isRange,
    errorKind: figure.errorKind,
    runs: null,
    line,
  };
}
