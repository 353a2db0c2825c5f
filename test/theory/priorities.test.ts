import { describe, expect, test } from 'vitest';
import { IrqLine } from '../../src/simulator/irq-line.ts';
import { Level } from '../../src/simulator/parts.ts';
import { act, fn, forever, loop, wait, when } from '../../src/simulator/program.ts';
import { streamOf } from '../../src/simulator/random.ts';
import { CoreSoftirqs, Tasklet } from '../../src/simulator/softirq.ts';
import { expectMean, SEEDS } from './estimate.ts';
import { prioritySojournsNs } from './recursions.ts';
import { bareCore, type Class, interruptServer, Jobs, UNIT_NS } from './station.ts';

const NO_COSTS = { softirqNs: 0, taskletNs: 0, wakeNs: 0, contextSwitchNs: 0 };
/** Of the simulator, and of the recursion that it is held to. */
const TIME_UNITS = 1_000;
const PLAIN_UNITS = 100_000;
/** A thread waits for whole busy periods of two classes above it: its mean takes eight times as long to settle. */
const THREAD_UNITS = 800_000;

const jobsIn = (rate: number): number => Math.round(rate * TIME_UNITS);

/** Hardirq, softirq and thread. */
function interruptingClasses(seed: number): readonly [Class, Class, Class] {
  const stream = streamOf(seed, 'jobs', 'service');
  return [
    { name: 'hardirq', rate: 0.2, service: (k) => 0.5 * stream.exponential(k) },
    { name: 'softirq', rate: 0.3, service: () => 1 },
    { name: 'thread', rate: 0.2, service: (k) => 1.5 * stream.exponential(-k) },
  ];
}

/** Times in the system of hardirq, softirq and thread, which interrupt each other and resume. */
function interrupting(seed: number): readonly number[] {
  const { engine, core } = bareCore();
  const softirqs = new CoreSoftirqs(core, engine, NO_COSTS, 'E3');
  const classes = interruptingClasses(seed);
  const [hard, soft, thread] = classes;
  const flows = classes.map(() => new Jobs(engine));
  const [hardJobs, softJobs, threadJobs] = flows;
  if (hardJobs === undefined || softJobs === undefined || threadJobs === undefined) throw new Error('three');

  const line = interruptServer(core, hardJobs, hard);
  hardJobs.begin(hard, seed, jobsIn(hard.rate), () => line.raise());
  const tasklet = new Tasklet(
    fn(
      'tasklet',
      loop(() => softJobs.isWaiting, ...softJobs.serve(soft)),
    ),
    'TASKLET',
  );
  const raises = fn(
    'raises',
    act((self) => softirqs.schedule(tasklet, self)),
  );
  const softLine = new IrqLine(core.context('raises', Level.hardirq, raises));
  softJobs.begin(soft, seed, jobsIn(soft.rate), () => softLine.raise());
  const server = core.context(
    'server',
    Level.kthread,
    fn(
      'server',
      forever(
        wait(() => threadJobs.isWaiting),
        ...threadJobs.serve(thread),
      ),
    ),
  );
  threadJobs.begin(thread, seed, jobsIn(thread.rate), () => core.wake(server));
  engine.run(2 * TIME_UNITS * UNIT_NS);
  return flows.map(({ flow }) => flow.sojournNs);
}

/** Two tasklets, which do not interrupt each other. */
const TASKLETS: readonly (Class & { readonly vector: 'HI' | 'TASKLET' })[] = [
  { name: 'HI', vector: 'HI', rate: 0.2, service: () => 1 },
  { name: 'TASKLET', vector: 'TASKLET', rate: 0.5, service: () => 1 },
];

/** Times in the system of two tasklets on one core. */
function waiting(seed: number): readonly number[] {
  const { engine, core } = bareCore();
  const softirqs = new CoreSoftirqs(core, engine, NO_COSTS, 'E3');
  const flows = TASKLETS.map((of) => {
    const jobs = new Jobs(engine);
    // HI is served until none waits. TASKLET does one job a turn, so that one that has not begun is overtaken.
    const tasklet: Tasklet = new Tasklet(
      fn(
        'tasklet',
        loop(() => of.vector === 'HI' && jobs.isWaiting, ...jobs.serve(of)),
        when(() => of.vector === 'TASKLET', ...jobs.serve(of)),
        act((self) => {
          if (jobs.isWaiting) softirqs.schedule(tasklet, self);
        }),
      ),
      of.vector,
    );
    const raises = fn(
      'raises',
      act((self) => softirqs.schedule(tasklet, self)),
    );
    const line = new IrqLine(core.context('raises', Level.hardirq, raises));
    jobs.begin(of, seed, jobsIn(of.rate), () => line.raise());
    return jobs;
  });
  engine.run(2 * TIME_UNITS * UNIT_NS);
  return flows.map(({ flow }) => flow.sojournNs);
}

/** Mean times in the system of the k-th class over runs of the recursion, in units. */
function meansOf(
  classesOf: (seed: number) => readonly Class[],
  { units, mayInterrupt }: { readonly units: number; readonly mayInterrupt: boolean },
): (k: number) => readonly number[] {
  const runs = SEEDS.map((seed) => {
    const classes = classesOf(seed);
    const sums = prioritySojournsNs(classes, { seed, units, mayInterrupt });
    return classes.map(({ rate }, k) => (sums[k] ?? 0) / Math.round(rate * units) / UNIT_NS);
  });
  return (k) => runs.map((run) => run[k] ?? 0);
}

describe('contexts of one core', () => {
  test.each(SEEDS)('are the recursion of priorities to the nanosecond, with seed %d', (seed) => {
    const of = { seed, units: TIME_UNITS };
    const interrupted = prioritySojournsNs(interruptingClasses(seed), { ...of, mayInterrupt: true });
    expect(interrupting(seed)).toEqual(interrupted);
    expect(waiting(seed)).toEqual(prioritySojournsNs(TASKLETS, { ...of, mayInterrupt: false }));
  });

  test('interrupt each other and resume: three classes, preemptive', () => {
    const means = meansOf(interruptingClasses, { units: THREAD_UNITS, mayInterrupt: true });
    // s_k / (1 - sigma_(k-1)) + R_k / ((1 - sigma_(k-1)) (1 - sigma_k)), with R_k the mean residual work of classes up to k.
    expectMean(means(0), 0.5 + 0.05 / 0.9, 0.01);
    expectMean(means(1), 1 / 0.9 + 0.2 / (0.9 * 0.6), 0.01);
    expectMean(means(2), 1.5 / 0.6 + 0.65 / (0.6 * 0.3), 0.01);
  });

  test('do not interrupt each other between HI and TASKLET: two classes, non-preemptive', () => {
    const means = meansOf(() => TASKLETS, { units: PLAIN_UNITS, mayInterrupt: false });
    // Cobham: R / ((1 - sigma_(k-1)) (1 - sigma_k)), R = sum of rate x E[S^2] / 2.
    const residual = (0.2 + 0.5) / 2;
    expectMean(means(0), 1 + residual / 0.8, 0.02);
    expectMean(means(1), 1 + residual / (0.8 * 0.3), 0.02);
  });
});
