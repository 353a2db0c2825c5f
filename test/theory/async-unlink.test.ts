import { describe, expect, test } from 'vitest';
import type { Costs } from '../../src/simulator/costs.ts';
import { Order } from '../../src/simulator/engine.ts';
import { eventLog } from '../../src/simulator/event-log.ts';
import type { Experiment } from '../../src/simulator/experiment.ts';
import type { Measurement } from '../../src/simulator/measurement.ts';
import { act, call, fn, forever, wait } from '../../src/simulator/program.ts';
import { run, setUp } from '../../src/simulator/run.ts';
import { timelineOf } from '../../src/simulator/timeline.ts';
import { urbOf } from '../../src/simulator/urb.ts';
import { COSTS, costsOf, DISK, EHCI, experiment, withBh } from '../simulator/experiments.ts';
import { SEEDS } from './estimate.ts';

const MS = 1_000_000;
const MICROFRAME_NS = 125_000;
/** ASYNC_UNLINKS, ACTIVE_UNLINK, IAA_WATCHDOG, DISABLE_ASYNC and POLL_ASS, each with the timer's range of 1 ms. */
const [EMPTY_NS, ACTIVE_NS, WATCHDOG_NS, DISABLE_NS, POLL_NS] = [7 * MS, 3 * MS, 11 * MS, 16 * MS, 2 * MS];

/** Bulk-Only at high speed, 4 KiB a command, with time between commands. */
function sparse(thinkNs: number, more: Partial<Experiment> = {}): Measurement {
  const workload = { ...DISK, speed: 'high', transferBytes: 4096, deviceNs: MS, thinkNs } as const;
  return run(experiment({ hcd: EHCI, workload, windowNs: 20 * (thinkNs + 2 * MS), ...more }));
}

function irqsPerCommand({ irqsPerSec, itemsPerSec }: Measurement): number {
  return irqsPerSec / itemsPerSec;
}

describe('queue heads of an EHCI that stay empty', () => {
  test.each(SEEDS)('cost four interrupts a gap, two for each of two endpoints; draw %d', (seed) => {
    const drawn = { costs: costsOf(seed), seed };
    for (const hcd of [EHCI, withBh(EHCI)]) {
      expect(irqsPerCommand(sparse(20 * MS, { hcd, ...drawn }))).toBeCloseTo(7, 9);
      expect(irqsPerCommand(sparse(40 * MS, { hcd, ...drawn }))).toBeCloseTo(7, 9);
      expect(irqsPerCommand(sparse(MS, { hcd, ...drawn }))).toBeCloseTo(3, 9);
    }
  });

  test('are left alone by a load without gaps, which does not notice the timer', () => {
    for (const thinkNs of [0, MS, 4 * MS]) {
      const { asyncSchedule } = sparse(thinkNs);
      expect(asyncSchedule).toEqual({ unlinks: 0, advances: 0, lostAdvances: 0, heldUp: 0 });
    }
  });

  test('are unlinked by the watchdog where the interrupt gets lost, in 22 ms each', () => {
    const measured = sparse(70 * MS, { losesAsyncAdvance: true });
    const { unlinks = 0, advances, lostAdvances } = measured.asyncSchedule ?? {};
    expect(irqsPerCommand(measured)).toBeCloseTo(3, 9);
    expect([advances, lostAdvances]).toEqual([0, 2 * unlinks]);
    expect(unlinks).toBeGreaterThan(0);
  });

  test('make a command wait for the schedule to be turned on again after 30 ms: half a microframe in the mean', () => {
    const commandNs = (thinkNs: number): number =>
      1e9 / sparse(thinkNs, { windowNs: 20_000 * MS }).itemsPerSec - thinkNs;
    const late = commandNs(40 * MS) - commandNs(20 * MS);
    expect(Math.abs(late / (MICROFRAME_NS / 2) - 1)).toBeLessThan(0.1);
  });
});

describe('the event log of a run with gaps', () => {
  const workload = { ...DISK, speed: 'high', transferBytes: 4096, deviceNs: MS, thinkNs: 12 * MS } as const;
  const OWN = /(start_iaa_cycle|end_unlink_async|unlink_empty_async|ehci_iaa_watchdog|ehci_hrtimer_func)$/;

  /** The functions of the first unlinking. */
  function first(more: Partial<Experiment>, count: number): readonly (string | undefined)[] {
    const log = eventLog(timelineOf(experiment({ hcd: EHCI, workload, windowNs: 40 * MS, ...more })));
    return log.flatMap((line) => OWN.exec(line)?.slice(1) ?? []).slice(0, count);
  }

  test('shows the timer, and the doorbell rung twice', () => {
    const [timer, cycle, end] = ['ehci_hrtimer_func', 'start_iaa_cycle', 'end_unlink_async'];
    expect(first({}, 6)).toEqual([timer, 'unlink_empty_async', cycle, end, cycle, end]);
  });

  test('shows the watchdog where the interrupt gets lost', () => {
    const lost = first({ losesAsyncAdvance: true, windowNs: 80 * MS }, 20);
    expect(lost).toContain('ehci_iaa_watchdog');
  });
});

/** What became of two URBs of one endpoint. */
interface Seen {
  /** The first one was given back and its queue head found empty. */
  readonly emptyNs: number;
  /** The second one came to the controller. */
  readonly startNs: number;
}

/** The second URB is submitted some time after the first was given back. */
function second(afterNs: number, more: Partial<Experiment>): Seen {
  const { host } = setUp(experiment({ hcd: EHCI, ...more }));
  const { machine, controller, tally } = host;
  const { engine, irqCore } = machine;
  const starts: number[] = [];
  let emptyNs = -1;
  let isTime = true;
  const onEnd = engine.register(() => controller.finish(urb));
  const onTime = engine.register(() => {
    isTime = true;
    irqCore.wake(thread);
  });
  const complete = fn(
    'complete',
    act(() => {
      if (emptyNs >= 0) return;
      emptyNs = engine.nowNs;
      engine.schedule(afterNs, Order.hardware, onTime);
    }),
  );
  const start = (): void => {
    starts.push(engine.nowNs);
    engine.schedule(10_000, Order.hardware, onEnd);
  };
  const urb = urbOf({ pipe: 'bulk', direction: 'out', bytes: 31, isMapped: true, complete, tally, start });
  const submitOne = act((self) => {
    isTime = false;
    self.urb = urb;
  });
  const thread = machine.kthread(
    'submitter',
    irqCore,
    fn(
      'submitter',
      forever(
        wait(() => isTime),
        submitOne,
        call(host.submit),
      ),
    ),
  );
  irqCore.wake(thread);
  engine.run(afterNs + 100 * MS);
  return { emptyNs, startNs: starts[1] ?? Number.NaN };
}

function nextMicroframe(ns: number): number {
  return (Math.floor(ns / MICROFRAME_NS) + 1) * MICROFRAME_NS;
}

/** When the URB starts on a machine whose CPU takes no time, by the rules of the driver. */
function startByRule({ emptyNs }: Seen, afterNs: number): number {
  const submitNs = emptyNs + afterNs;
  const doorbellNs = emptyNs + EMPTY_NS;
  const firstNs = nextMicroframe(doorbellNs);
  const lastNs = firstNs + MICROFRAME_NS;
  const offNs = lastNs + DISABLE_NS;
  if (submitNs < doorbellNs) return submitNs;
  // It might be active again: the driver waits to see it unchanged, and rings a second time.
  if (submitNs < firstNs) return firstNs + ACTIVE_NS + MICROFRAME_NS;
  if (submitNs < lastNs) return lastNs;
  if (submitNs < offNs) return submitNs;
  // Told to stop and not yet stopped: the driver looks again before it tells it to start.
  if (submitNs < nextMicroframe(offNs)) return nextMicroframe(submitNs + POLL_NS);
  return nextMicroframe(submitNs);
}

describe('an URB that comes to an endpoint that was idle', () => {
  const FREE = Object.fromEntries(
    Object.keys(COSTS).map((name) => [name, name.endsWith('PerSec') ? 1e9 : 0]),
  );
  const costs = { ...COSTS, ...FREE } satisfies Costs;
  const gaps = [1, 6.999, 7.001, 7.1, 7.13, 7.2, 7.25, 7.3, 8, 20, 23.1, 23.2, 23.26, 23.3, 23.4, 30.03];

  test.each(SEEDS)('starts when the rules of the driver say, to the nanosecond; seed %d', (seed) => {
    for (const gap of gaps) {
      const seen = second(gap * MS, { costs, seed });
      expect(seen.startNs).toBe(startByRule(seen, gap * MS));
    }
  });

  test('waits out the watchdog of each doorbell that gets lost: 10 ms, and the range of the timer', () => {
    const lost = { costs, losesAsyncAdvance: true };
    const early = second(7.5 * MS, lost);
    expect(early.startNs - early.emptyNs).toBe(EMPTY_NS + WATCHDOG_NS + ACTIVE_NS + WATCHDOG_NS);
    const late = second(20 * MS, lost);
    expect(late.startNs - late.emptyNs).toBe(EMPTY_NS + 2 * WATCHDOG_NS);
  });

  test.each(SEEDS)('starts within a microframe of that where the CPU takes its time; draw %d', (seed) => {
    const drawn = { costs: costsOf(seed), seed };
    const { emptyNs } = second(50 * MS, drawn);
    const firstNs = nextMicroframe(emptyNs + EMPTY_NS);
    // In the middle between the doorbell and the first interrupt, where there is room; and between the two.
    const sinceNs = firstNs - (emptyNs + EMPTY_NS);
    const submits = [
      ...(sinceNs > MICROFRAME_NS / 2 ? [firstNs - sinceNs / 2] : []),
      firstNs + MICROFRAME_NS / 2,
    ];
    for (const submitNs of submits) {
      const afterNs = Math.round(submitNs - emptyNs);
      const seen = second(afterNs, drawn);
      const lateNs = seen.startNs - startByRule(seen, afterNs);
      expect(lateNs).toBeGreaterThanOrEqual(0);
      expect(lateNs).toBeLessThanOrEqual(MICROFRAME_NS);
    }
  });
});
