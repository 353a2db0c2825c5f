import type { Metric } from './claim.ts';
import type { Figure } from './figures.ts';
import type { Line, Passage } from './passage.ts';

/** One figure that a reader of lines found; which configuration it belongs to is told by the headings above it. */
export interface Sample {
  readonly line: Line;
  /** What is measured, without the configuration: "read IOPS", "rtt avg", "Download". */
  readonly name: string;
  readonly figure: Figure;
  /** The program that printed it; empty for a line somebody wrote. */
  readonly tool: string;
  readonly metric: Metric | null;
  /** Figures this one is the mean of, when the line lists them. */
  readonly runs: number | null;
}

/** What a program printed: its figures, and all its lines, so that no other reader takes them for prose or titles. */
export interface ToolOutput {
  readonly samples: readonly Sample[];
  readonly lines: readonly number[];
}

export type ToolReader = (passage: Passage) => ToolOutput;

/** A figure that a reader computed or took apart itself. */
export function figureOf(
  parts: Pick<Figure, 'value' | 'unit' | 'base' | 'baseUnit' | 'asWritten'> & Partial<Figure>,
): Figure {
  return {
    error: null,
    approximate: false,
    sign: null,
    hedge: null,
    isRange: false,
    start: 0,
    end: 0,
    ...parts,
  };
}
