import type { Asked, PlannedEvaluation } from '../../ports/evaluation-store.ts';
import { askedSchema } from '../../service/asked.ts';
import type { EvaluationRecord } from './schema.ts';

const STATES: readonly PlannedEvaluation['state'][] = ['planned', 'done', 'dead', 'dropped'];

/** An evaluation as it lies in the store. @throws Error when no version knows its state */
export function plannedOf({
  key,
  thread,
  list,
  run,
  due_at_ms: dueAtMs,
  ...row
}: EvaluationRecord): PlannedEvaluation {
  const state = STATES.find((one) => one === row.state);
  if (state === undefined) throw new Error(`the evaluation ${key} is in the unknown state ${row.state}`);
  return { key, thread, list, run, dueAtMs, state, because: row.because, asked: askedIn(row.asked) };
}

/** How a wish lies in its column. */
export const askedText = (asked: Asked | null): string | null =>
  asked === null ? null : JSON.stringify(asked);

export function askedIn(text: string | null): Asked | null {
  return text === null ? null : askedSchema.parse(JSON.parse(text));
}
