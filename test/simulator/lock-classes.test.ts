import { describe, expect, test } from 'vitest';
import type { Hcd } from '../../src/model/hcd.ts';
import { watchLocks } from '../../src/simulator/deadlock.ts';
import { Order } from '../../src/simulator/engine.ts';
import { IrqLine } from '../../src/simulator/irq-line.ts';
import { Machine } from '../../src/simulator/machine.ts';
import type { LockHazard } from '../../src/simulator/measurement.ts';
import { silentMonitor } from '../../src/simulator/monitor.ts';
import { Level, type LevelOf, type Step } from '../../src/simulator/parts.ts';
import {
  bhDisable,
  bhEnable,
  fn,
  lock,
  lockIrqSave,
  unlock,
  unlockIrqRestore,
  wait,
} from '../../src/simulator/program.ts';
import { run } from '../../src/simulator/run.ts';
import { ALL_HCDS, experiment, KEYBOARD, withBh } from './experiments.ts';

/** Runs steps at levels, one after the other and far apart, so that nothing ever contends. */
function hazardsOf(
  plan: (machine: Machine) => readonly (readonly [LevelOf, readonly Step[]])[],
): readonly LockHazard[] {
  const machine = new Machine({
    ...experiment(),
    cores: 1,
    watch: watchLocks(),
    monitorOf: () => silentMonitor,
  });
  const { engine, irqCore } = machine;
  for (const [index, [level, steps]] of plan(machine).entries()) {
    const start = (): void => {
      if (level === Level.hardirq) {
        new IrqLine(irqCore.context('hardirq', level, fn('handler', ...steps))).raise();
      } else {
        irqCore.wake(
          irqCore.context(
            'thread',
            level,
            fn(
              'thread',
              ...steps,
              wait(() => false),
            ),
          ),
        );
      }
    };
    engine.schedule(index * 1_000_000, Order.hardware, engine.register(start));
  }
  engine.run(100_000_000);
  expect(machine.board.deadlock).toBeNull();
  return machine.board.watch.hazards();
}

describe('a lock class', () => {
  test('that an interrupt takes must not be held with interrupts on', () => {
    const hazards = hazardsOf((machine) => {
      const shared = machine.lock('shared');
      return [
        [Level.hardirq, [...lock(shared), unlock(shared)]],
        [Level.kthread, [...lock(shared), unlock(shared)]],
      ];
    });
    expect(hazards).toEqual([{ kind: 'hardirq-unsafe', locks: ['shared'] }]);
  });

  test('is safe when the thread saves the flags', () => {
    const hazards = hazardsOf((machine) => {
      const shared = machine.lock('shared');
      return [
        [Level.hardirq, [...lock(shared), unlock(shared)]],
        [Level.kthread, [...lockIrqSave(shared), ...unlockIrqRestore(shared)]],
      ];
    });
    expect(hazards).toEqual([]);
  });

  test('is one by name, however many locks have it', () => {
    const hazards = hazardsOf((machine) => {
      const [one, two] = [machine.lock('shared'), machine.lock('shared')];
      return [
        [Level.hardirq, [...lock(one), unlock(one)]],
        [Level.kthread, [...lock(two), unlock(two)]],
      ];
    });
    expect(hazards).toHaveLength(1);
  });

  test('that a softirq takes must not be held with softirqs on', () => {
    const hazards = hazardsOf((machine) => {
      const shared = machine.lock('shared');
      return [
        [Level.kthread, [bhDisable(), ...lock(shared), unlock(shared), bhEnable()]],
        [Level.kthread, [...lock(shared), unlock(shared)]],
      ];
    });
    expect(hazards).toEqual([{ kind: 'softirq-unsafe', locks: ['shared'] }]);
  });

  test('taken inside of another in one place and around it in a third is an order hazard, through others too', () => {
    const hazards = hazardsOf((machine) => {
      const [a, b, c] = [machine.lock('a'), machine.lock('b'), machine.lock('c')];
      const nest = (outer: typeof a, inner: typeof a): readonly Step[] => [
        ...lock(outer),
        ...lock(inner),
        unlock(inner),
        unlock(outer),
      ];
      return [
        [Level.kthread, nest(a, b)],
        [Level.kthread, nest(b, c)],
        [Level.kthread, nest(c, a)],
      ];
    });
    expect(hazards).toContainEqual({ kind: 'order', locks: ['a', 'b'] });
  });
});

describe('the drivers as they are', () => {
  test.each([...ALL_HCDS, ...ALL_HCDS.map(withBh)])(
    'use their locks safely, threaded or not: $driver',
    (hcd) => {
      for (const type of ['hard', 'threaded', 'forced-threaded'] as const) {
        const threaded: Hcd = { ...hcd, irq: { ...hcd.irq, type } };
        expect(
          run(experiment({ hcd: threaded, workload: KEYBOARD, windowNs: 10_000_000 })).lockHazards,
        ).toEqual([]);
      }
    },
  );
});
