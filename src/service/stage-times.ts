// How long the stages of the work take, as a monitor wants it: counts by upper bounds, and a sum.

/** The stages in their order: a mail is filed, evaluated in five steps, and answered. */
export const STAGES_TIMED = ['ingest', 'read', 'claims', 'model', 'replay', 'verdict', 'reply'] as const;
export type TimedStage = (typeof STAGES_TIMED)[number];

/** Upper bounds, in seconds. */
const BOUNDS_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900] as const;

/** What one stage that took so long adds: a count for each bound it is within, one more in all, and its time. */
export function stageTimeOf(stage: TimedStage, seconds: number): ReadonlyMap<string, number> {
  const within = BOUNDS_SECONDS.filter((bound) => seconds <= bound);
  return new Map([
    ...within.map((bound) => [`${stage} ${bound}`, 1] as const),
    [`${stage} +Inf`, 1],
    [`${stage} sum`, seconds],
  ]);
}

/** The same for Prometheus, in its text format. Every name comes from the tables above, and none from a mail. */
export function stageTimesText(times: ReadonlyMap<string, number>): string {
  const name = 'giveback_stage_seconds';
  const lines = STAGES_TIMED.flatMap((stage) => {
    const value = (key: string) => times.get(`${stage} ${key}`) ?? 0;
    return [
      ...[...BOUNDS_SECONDS, '+Inf'].map(
        (bound) => `${name}_bucket{stage="${stage}",le="${bound}"} ${value(String(bound))}`,
      ),
      `${name}_sum{stage="${stage}"} ${value('sum')}`,
      `${name}_count{stage="${stage}"} ${value('+Inf')}`,
    ];
  });
  return [
    `# HELP ${name} Time that a stage of the work took.`,
    `# TYPE ${name} histogram`,
    ...lines,
    '',
  ].join('\n');
}
