import type { CheckRun } from './compose-check-run.ts';

/** Where an evaluation is, as the check of its commit says it: before there is a verdict, and when there will be none. */
export type CheckStep = 'queued' | 'in_progress' | 'given-up';

/** What GitHub's "create a check run" and "update a check run" take, in their own names. */
export interface CheckStepRun extends Pick<CheckRun, 'name' | 'head_sha' | 'external_id'> {
  readonly status: 'queued' | 'in_progress' | 'completed';
  /** Of no verdict: it tells one that was given up from all that were reached. */
  readonly conclusion?: 'cancelled';
  readonly output: { readonly title: string; readonly summary: string };
}

/** Says nothing of the patch, so that it has the same bytes whoever says it again. */
export function composeCheckStep(
  step: CheckStep,
  { key, head }: { readonly key: string; readonly head: string },
): CheckStepRun {
  return {
    ...{ name: 'giveback / claims', head_sha: head, external_id: key },
    ...(step === 'given-up' ? { status: 'completed', conclusion: 'cancelled' } : { status: step }),
    output: OUTPUT[step],
  };
}

const OUTPUT = {
  queued: {
    title: 'Waits to be evaluated',
    summary: 'The figures of this pull request are to be checked and replayed on a modelled host controller.',
  },
  in_progress: {
    title: 'Is being evaluated',
    summary: 'The figures of this pull request are checked and replayed on a modelled host controller.',
  },
  'given-up': {
    title: 'No verdict',
    summary:
      'This commit was not evaluated to the end: a newer one took its place, it was called off, or the evaluation failed. ' +
      '`/giveback rerun` evaluates what is there now.',
  },
} as const satisfies Record<CheckStep, CheckStepRun['output']>;
