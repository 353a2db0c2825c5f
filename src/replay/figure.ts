import type { Era } from '../model/hcd.ts';

/** A number with its unit and where it comes from; with `low` and `high` it is a prior: 5 and 95 % of a log-normal. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly source: string;
}

/** A value that depends on the kernel: candidates of the era at hand are drawn by weight. */
export interface Candidate<T> {
  readonly value: T;
  readonly weight: number;
  readonly eras: readonly Era[];
  readonly source: string;
}
