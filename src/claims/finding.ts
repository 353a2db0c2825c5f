export type FindingKind =
  | 'stated-mismatch'
  | 'rate-time-mismatch'
  | 'limit-saturated'
  | 'convention-limit'
  | 'within-noise'
  | 'no-spread'
  | 'omitted-worse'
  | 'unit-ambiguous'
  | 'unit-slip'
  | 'digits-coincide'
  | 'retracted'
  | 'copied-from-version'
  | 'mixed-baseline'
  | 'instruction-count-only'
  | 'forced-path';

export type Severity = 'info' | 'warning' | 'error';

/** Something the mail's own text or figures show. `numbers` holds every number that `text` prints, by name. */
export interface Finding {
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly text: string;
  readonly numbers: Readonly<Record<string, number>>;
}
