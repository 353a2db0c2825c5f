/** The words of tasklets, of work items, and of those that run in softirq. */
export const TASKLET: ReadonlySet<string> = new Set(
  ['setup', 'init', 'schedule', 'hi_schedule', 'kill', 'struct', 'disable', 'enable'].map(
    (name) => `tasklet_${name}`,
  ),
);
export const WORK: ReadonlySet<string> = new Set([
  'INIT_WORK',
  'queue_work',
  'schedule_work',
  'work_struct',
  'cancel_work_sync',
  'flush_work',
]);
export const BH_WORK: ReadonlySet<string> = new Set(['system_bh_wq', 'system_bh_highpri_wq', 'WQ_BH']);
/** Calls that put something off to a tasklet or a work item. */
export const DEFERRALS: ReadonlySet<string> = new Set(
  ['tasklet_schedule', 'tasklet_hi_schedule', 'schedule_work', 'queue_work'].concat([
    'schedule_delayed_work',
    'queue_delayed_work',
    'mod_delayed_work',
  ]),
);
