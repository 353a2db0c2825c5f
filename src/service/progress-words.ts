import type { EvaluationProgress } from '../ports/work-store.ts';

const MINUTE_SECONDS = 60;

/** "2 of 5 claims replayed, about 40 s left": the rest is taken to go on as it went so far. */
export function progressWords(
  { done, total, begunAtMs, atMs }: Pick<EvaluationProgress, 'done' | 'total' | 'begunAtMs' | 'atMs'>,
  nowMs: number,
): string {
  const far = `${done} of ${total} claims replayed`;
  if (done === 0 || done >= total) return far;
  const perClaimMs = (atMs - begunAtMs) / done;
  const left = begunAtMs + perClaimMs * total - nowMs;
  return `${far}, about ${durationWords(Math.max(1, left / 1_000))} left`;
}

function durationWords(seconds: number): string {
  return seconds < MINUTE_SECONDS ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / MINUTE_SECONDS)} min`;
}
