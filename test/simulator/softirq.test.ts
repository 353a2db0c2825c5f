import { describe, expect, test } from 'vitest';
import type { Era } from '../../src/model/hcd.ts';
import { Order } from '../../src/simulator/engine.ts';
import { IrqLine } from '../../src/simulator/irq-line.ts';
import { type Core, type Fn, Level, type Step } from '../../src/simulator/parts.ts';
import { act, bhDisable, bhEnable, cpu, fn, wait } from '../../src/simulator/program.ts';
import { CoreSoftirqs, Tasklet, type Vector } from '../../src/simulator/softirq.ts';
import { bareCore } from '../theory/station.ts';

const COSTS = { softirqNs: 10, taskletNs: 1, wakeNs: 100, contextSwitchNs: 1000 };

function bench(era: Era = 'E3') {
  const { engine, core } = bareCore();
  const softirqs = new CoreSoftirqs(core, engine, COSTS, era);
  const seen: string[] = [];
  const note = (name: string): Step => act((self) => seen.push(`${name} in ${self.name} at ${engine.nowNs}`));
  return { engine, core, softirqs, seen, note };
}

/** Runs steps in an interrupt handler, at a time. */
function interruptAt(
  of: { engine: ReturnType<typeof bench>['engine']; core: Core },
  atNs: number,
  ...steps: Step[]
) {
  const line = new IrqLine(of.core.context('hardirq', Level.hardirq, fn('handler', ...steps)));
  of.engine.schedule(
    atNs,
    Order.hardware,
    of.engine.register(() => line.raise()),
  );
}

const raise = (softirqs: CoreSoftirqs, vector: Vector): Step => act((self) => softirqs.raise(vector, self));
const schedule = (softirqs: CoreSoftirqs, tasklet: Tasklet): Step =>
  act((self) => softirqs.schedule(tasklet, self));

describe('softirqs', () => {
  test('run on the way out of the interrupt, in vector order', () => {
    const on = bench();
    on.softirqs.open('NET_RX', fn('net_rx_action', on.note('NET_RX'), cpu(5)));
    const low = new Tasklet(fn('low', on.note('low')), 'TASKLET');
    const high = new Tasklet(fn('high', on.note('high')), 'HI');
    interruptAt(
      on,
      0,
      schedule(on.softirqs, low),
      raise(on.softirqs, 'NET_RX'),
      schedule(on.softirqs, high),
      cpu(50),
    );
    on.engine.run(10_000);
    expect(on.seen).toEqual(['high in softirq at 61', 'NET_RX in softirq at 61', 'low in softirq at 67']);
  });

  test('let an interrupt in, and what it raises waits for the next pass', () => {
    const on = bench();
    const high = new Tasklet(fn('high', on.note('high')), 'HI');
    const low = new Tasklet(fn('low', cpu(500), on.note('low')), 'TASKLET');
    interruptAt(on, 0, schedule(on.softirqs, low));
    interruptAt(on, 100, schedule(on.softirqs, high), cpu(50));
    on.engine.run(10_000);
    expect(on.seen).toEqual(['low in softirq at 561', 'high in softirq at 562']);
  });

  test('are left to ksoftirqd after ten passes', () => {
    const on = bench();
    let times = 0;
    const again: Tasklet = new Tasklet(
      fn(
        'again',
        on.note('pass'),
        cpu(20),
        act((self) => {
          times += 1;
          if (times < 12) on.softirqs.schedule(again, self);
        }),
      ),
      'TASKLET',
    );
    interruptAt(on, 0, schedule(on.softirqs, again));
    on.engine.run(10_000);
    expect(on.seen.filter((line) => line.includes('in softirq'))).toHaveLength(10);
    expect(on.seen.filter((line) => line.includes('in ksoftirqd'))).toHaveLength(2);
  });

  test('are left to ksoftirqd after two milliseconds, or when a thread wants the core', () => {
    const late = bench();
    const long: Tasklet = new Tasklet(
      fn(
        'long',
        late.note('long'),
        cpu(2_000_000),
        act((self) => late.softirqs.schedule(long, self)),
      ),
      'TASKLET',
    );
    interruptAt(late, 0, schedule(late.softirqs, long));
    late.engine.run(3_000_000);
    expect(late.seen).toEqual(['long in softirq at 11', expect.stringContaining('long in ksoftirqd')]);

    const wanted = bench();
    const thread = wanted.core.context(
      'reader',
      Level.kthread,
      fn(
        'reader',
        wanted.note('reader'),
        wait(() => false),
      ),
    );
    let times = 0;
    const waking: Tasklet = new Tasklet(
      fn(
        'waking',
        wanted.note('waking'),
        cpu(5),
        act((self) => {
          wanted.core.wake(thread);
          times += 1;
          if (times < 2) wanted.softirqs.schedule(waking, self);
        }),
      ),
      'TASKLET',
    );
    interruptAt(wanted, 0, schedule(wanted.softirqs, waking));
    wanted.engine.run(10_000);
    expect(wanted.seen.map((line) => line.split(' at ')[0])).toEqual([
      'waking in softirq',
      'reader in reader',
      'waking in ksoftirqd',
    ]);
  });

  test('raised by a thread wake ksoftirqd, which costs a wake-up and a switch', () => {
    const on = bench();
    const low = new Tasklet(fn('low', on.note('low')), 'TASKLET');
    runThread(
      on.core,
      fn(
        'submitter',
        schedule(on.softirqs, low),
        on.note('after'),
        wait(() => false),
      ),
    );
    on.engine.run(10_000);
    expect(on.seen).toEqual(['after in thread at 100', 'low in ksoftirqd at 1111']);
  });

  test('raised by a thread with them disabled run when it enables them', () => {
    const on = bench();
    const low = new Tasklet(fn('low', on.note('low')), 'TASKLET');
    const steps = [bhDisable(), schedule(on.softirqs, low), cpu(30), bhEnable(), on.note('after')];
    runThread(
      on.core,
      fn(
        'submitter',
        ...steps,
        wait(() => false),
      ),
    );
    on.engine.run(10_000);
    expect(on.seen).toEqual(['low in softirq at 41', 'after in thread at 41']);
  });

  test.each([
    ['E0' as const, 'NET_RX' as const, 'softirq'],
    ['E2' as const, 'NET_RX' as const, 'ksoftirqd'],
    ['E4' as const, 'NET_RX' as const, 'softirq'],
  ])('in era %s let %s wait for a woken ksoftirqd or not: %s', (era, vector, where) => {
    const on = bench(era);
    on.softirqs.open('BLOCK', fn('blk_done_softirq', on.note('BLOCK')));
    on.softirqs.open(vector, fn('net_rx_action', on.note(vector)));
    runThread(
      on.core,
      fn(
        'submitter',
        raise(on.softirqs, 'BLOCK'),
        cpu(5000),
        wait(() => false),
      ),
    );
    interruptAt(on, 2000, raise(on.softirqs, vector));
    on.engine.run(20_000);
    expect(on.seen.find((line) => line.startsWith(vector))).toContain(`in ${where}`);
  });
});

describe('a tasklet', () => {
  test('scheduled twice runs once', () => {
    const on = bench();
    const low = new Tasklet(fn('low', on.note('low')), 'TASKLET');
    interruptAt(on, 0, schedule(on.softirqs, low), schedule(on.softirqs, low));
    on.engine.run(10_000);
    expect(on.seen).toHaveLength(1);
  });
});

function runThread(core: Core, program: Fn): void {
  core.wake(core.context('thread', Level.kthread, program));
}
