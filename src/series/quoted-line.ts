/** A line of a quoted hunk; `isAfterGap` when other text stood between it and the line before. */
export interface QuotedLine {
  readonly text: string;
  /** 1-based line of the letter's text. */
  readonly line: number;
  readonly isAfterGap: boolean;
  readonly isBeforeGap: boolean;
}
