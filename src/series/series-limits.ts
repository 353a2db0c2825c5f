/** Bounds of putting mails together, from config/default.json. */
export interface SeriesLimits {
  /** Patches without any reference belong together when sent within this time. */
  readonly unthreadedSecondsMax: number;
  /** No real series has more patches; a larger total is a slip or an attack. */
  readonly patchesMax: number;
  /** So many missing patches are complained of one by one; the rest is said by `missing` alone. */
  readonly missingSaidMax: number;
  /** A longer line is no trailer, whatever it begins with. */
  readonly trailerCharactersMax: number;
}
