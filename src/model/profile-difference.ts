/** A property in which the sources differ from what was expected of them. */
export interface ProfileDifference {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly source: string;
}
