/** Bounds on one search for claims; config/default.json gives them under "claims". */
export interface ClaimLimits {
  /** Longer lines are read up to here. */
  readonly lineCharactersMax: number;
  /** Lines of one letter that are read; a longer letter is read up to here. */
  readonly letterLinesMax: number;
  readonly tableRowsMax: number;
  readonly tableColumnsMax: number;
  /** Claims kept of one series; the rest are counted in a problem. */
  readonly claimsMax: number;
}
