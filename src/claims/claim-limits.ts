/** Bounds on one search for claims; config/default.json gives them under "claims". */
export interface ClaimLimits {
  /** Longer lines are read up to here. */
  readonly lineCharactersMax: number;
  /** Lines of one letter that are read; a longer letter is read up to here. */
  readonly letterLinesMax: number;
  /** Lines of one letter outside its diffs that hold a number; what stands behind so many is not read. */
  readonly numberLinesMax: number;
  /** Characters of those lines together. */
  readonly numberCharactersMax: number;
  readonly tableRowsMax: number;
  readonly tableColumnsMax: number;
  /** Claims kept of one series; the rest are counted in a problem. */
  readonly claimsMax: number;
}
