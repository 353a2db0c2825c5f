import { describe, expect, test } from 'vitest';
import type { Board } from '../../src/simulator/board.ts';
import { Cpu } from '../../src/simulator/cpu.ts';
import { noWatch } from '../../src/simulator/deadlock.ts';
import { Engine, Order } from '../../src/simulator/engine.ts';
import { IrqLine } from '../../src/simulator/irq-line.ts';
import { SpinLock } from '../../src/simulator/lock.ts';
import { silentMonitor } from '../../src/simulator/monitor.ts';
import { Level, type LevelOf, type Step } from '../../src/simulator/parts.ts';
import {
  act,
  Code,
  call,
  cpu,
  fn,
  irqRestore,
  irqSave,
  lock,
  lockIrqSave,
  unlock,
  unlockIrqRestore,
  wait,
} from '../../src/simulator/program.ts';

function machine() {
  const engine = new Engine();
  const board: Board = {
    engine,
    code: new Code(),
    monitor: silentMonitor,
    watch: noWatch,
    idleStates: [],
    deadlock: null,
  };
  const cores = [new Cpu(0, board), new Cpu(1, board)] as const;
  const seen: string[] = [];
  const note = (what: string): Step => act(() => seen.push(`${what} ${engine.nowNs}`));
  const threadAt = (atNs: number, core: Cpu, level: LevelOf, switchNs: number, ...steps: Step[]) => {
    const thread = core.context(
      'thread',
      level,
      fn(
        'thread',
        ...steps,
        wait(() => false),
      ),
      switchNs,
    );
    engine.schedule(
      atNs,
      Order.hardware,
      engine.register(() => core.wake(thread)),
    );
    return thread;
  };
  const interruptAt = (atNs: number, core: Cpu, ...steps: Step[]) => {
    const line = new IrqLine(core.context('hardirq', Level.hardirq, fn('handler', ...steps)));
    engine.schedule(
      atNs,
      Order.hardware,
      engine.register(() => line.raise()),
    );
    return line;
  };
  return { engine, cores, seen, note, threadAt, interruptAt };
}

describe('a core', () => {
  test('interrupts a thread, which keeps the remainder of its work', () => {
    const { engine, cores, seen, note, threadAt, interruptAt } = machine();
    threadAt(0, cores[0], Level.kthread, 0, cpu(100), note('done'));
    interruptAt(40, cores[0], cpu(25), note('handled'));
    interruptAt(90, cores[0], cpu(10), note('handled'));
    engine.run(1000);
    cores[0].charge();
    expect(seen).toEqual(['handled 65', 'handled 100', 'done 135']);
    expect(cores[0].levelNs).toEqual([865, 0, 100, 0, 0, 35]);
  });

  test('holds an interrupt back while interrupts are off, and takes it as they come on', () => {
    const { engine, cores, seen, note, threadAt, interruptAt } = machine();
    threadAt(
      0,
      cores[0],
      Level.kthread,
      0,
      irqSave(),
      irqSave(),
      cpu(50),
      irqRestore(),
      cpu(50),
      irqRestore(),
      note('on'),
    );
    interruptAt(10, cores[0], cpu(5), note('handled'));
    engine.run(1000);
    expect(seen).toEqual(['handled 105', 'on 105']);
    expect(cores[0].irqsOffNsMax).toBe(100);
  });

  test('counts edges that come while one is pending as one', () => {
    const { engine, cores, seen, note, interruptAt } = machine();
    const line = interruptAt(0, cores[0], cpu(100), note('handled'));
    for (const atNs of [20, 30])
      engine.schedule(
        atNs,
        Order.hardware,
        engine.register(() => line.raise()),
      );
    engine.run(1000);
    expect(seen).toEqual(['handled 100', 'handled 200']);
    expect([line.raised, line.handled, line.coalesced]).toEqual([3, 2, 1]);
  });

  test('lets a FIFO thread take it from a kernel thread, at the cost of two switches', () => {
    const { engine, cores, seen, note, threadAt } = machine();
    threadAt(0, cores[0], Level.kthread, 7, cpu(100), note('kthread'));
    threadAt(50, cores[0], Level.fifo, 3, cpu(20), note('fifo'));
    engine.run(1000);
    expect(seen).toEqual(['fifo 73', 'kthread 137']);
    expect(cores[0].contextSwitches).toBe(3);
  });

  test('does not take it from a thread that holds a spinlock', () => {
    const { engine, cores, seen, note, threadAt } = machine();
    const held = new SpinLock('lock', { lockNs: 0, contendedLockNs: 0 });
    threadAt(0, cores[0], Level.kthread, 0, ...lock(held), cpu(100), unlock(held), note('unlocked'));
    threadAt(50, cores[0], Level.fifo, 0, note('fifo'));
    engine.run(1000);
    expect(seen).toEqual(['fifo 100', 'unlocked 100']);
  });

  test('refuses work that is not a whole number of nanoseconds', () => {
    const { engine, cores, threadAt } = machine();
    threadAt(0, cores[0], Level.kthread, 0, cpu(0.5));
    expect(() => engine.run(10)).toThrow(RangeError);
  });
});

describe('a spinlock', () => {
  const costs = { lockNs: 5, contendedLockNs: 8 };

  test('is handed over in the order of arrival, and waiting burns the core', () => {
    const { engine, cores, seen, note, threadAt } = machine();
    const spin = new SpinLock('lock', costs);
    threadAt(0, cores[0], Level.kthread, 0, ...lock(spin), cpu(100), unlock(spin), note('first'));
    threadAt(20, cores[1], Level.kthread, 0, ...lock(spin), cpu(50), unlock(spin), note('second'));
    engine.run(1000);
    expect(seen).toEqual(['first 105', 'second 163']);
    expect([spin.acquisitions, spin.releases, spin.contended, spin.waitNs]).toEqual([2, 2, 1, 80]);
    expect(spin.holdNs).toBe(100 + 58);
    cores[1].charge();
    expect(cores[1].levelNs[Level.kthread]).toBe(143);
  });

  test('that is let go at the instant another core wants it does not look contended', () => {
    const { engine, cores, threadAt } = machine();
    const spin = new SpinLock('lock', costs);
    threadAt(5, cores[1], Level.kthread, 0, ...lock(spin), cpu(1), unlock(spin));
    threadAt(0, cores[0], Level.kthread, 0, ...lock(spin), cpu(5), unlock(spin));
    engine.run(1000);
    expect(spin.contended).toBe(0);
  });

  test('lets its waiter be interrupted unless it saved the flags', () => {
    const { engine, cores, seen, note, threadAt, interruptAt } = machine();
    const spin = new SpinLock('lock', costs);
    threadAt(0, cores[0], Level.kthread, 0, ...lock(spin), cpu(100), unlock(spin));
    threadAt(10, cores[1], Level.kthread, 0, ...lock(spin), note('got it'), unlock(spin));
    interruptAt(50, cores[1], cpu(200), note('handled'));
    engine.run(1000);
    expect(seen).toEqual(['handled 250', 'got it 258']);

    const off = machine();
    const saved = new SpinLock('lock', costs);
    off.threadAt(0, off.cores[0], Level.kthread, 0, ...lock(saved), cpu(100), unlock(saved));
    off.threadAt(
      10,
      off.cores[1],
      Level.kthread,
      0,
      ...lockIrqSave(saved),
      off.note('got it'),
      ...unlockIrqRestore(saved),
    );
    off.interruptAt(50, off.cores[1], cpu(200), off.note('handled'));
    off.engine.run(1000);
    expect(off.seen).toEqual(['got it 113', 'handled 313']);
  });

  test('let go by somebody else is a bug', () => {
    const { engine, cores, threadAt } = machine();
    const spin = new SpinLock('lock', costs);
    threadAt(0, cores[0], Level.kthread, 0, unlock(spin));
    expect(() => engine.run(10)).toThrow(/does not hold/);
  });
});

describe('a profile', () => {
  test('charges a function for what it calls, and not for what interrupted it', () => {
    const { engine, cores, threadAt, interruptAt } = machine();
    const inner = fn('inner', cpu(30));
    const outer = fn('outer', cpu(10), call(inner), call(inner));
    threadAt(0, cores[0], Level.kthread, 0, call(outer));
    interruptAt(20, cores[0], cpu(500));
    engine.run(1000);
    expect([inner.inclusiveNs, inner.calls, outer.inclusiveNs, outer.calls]).toEqual([60, 2, 70, 1]);
  });
});
