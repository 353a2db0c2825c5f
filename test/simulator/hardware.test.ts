import { describe, expect, test } from 'vitest';
import { Order } from '../../src/simulator/engine.ts';
import { fn } from '../../src/simulator/program.ts';
import { run, setUp } from '../../src/simulator/run.ts';
import { urbOf } from '../../src/simulator/urb.ts';
import { CAMERA, COSTS, DISK, DWC2, experiment, KEYBOARD, withBh, XHCI } from './experiments.ts';

describe('an idle core', () => {
  const idleStates = [
    { exitNs: 2000, residencyNs: 2000 },
    { exitNs: 70_000, residencyNs: 100_000 },
  ];

  test('takes the exit time of the state it sank to, which depends on how long it was idle', () => {
    const workload = { kind: 'hid', intervalNs: 1_000_000 } as const;
    const awake = run(experiment({ workload }));
    const deep = run(experiment({ workload, idleStates }));
    const shallow = run(experiment({ workload, idleStates: idleStates.slice(0, 1) }));
    expect(deep.urbLatencyNs.mean - awake.urbLatencyNs.mean).toBeCloseTo(70_000, 0);
    expect(shallow.urbLatencyNs.mean - awake.urbLatencyNs.mean).toBeCloseTo(2000, 0);
  });

  test('slows a disk down by its exits, and stays idle while it wakes', () => {
    // Without moderation, which would run on while the core wakes and hide a part of it.
    const hcd = { ...XHCI, irq: { ...XHCI.irq, moderationNs: 0 } };
    const awake = run(experiment({ hcd, workload: DISK }));
    const asleep = run(experiment({ hcd, workload: DISK, idleStates }));
    const laterNs = 1e9 / asleep.itemsPerSec - 1e9 / awake.itemsPerSec;
    expect(laterNs).toBeGreaterThan(69_999);
    expect(laterNs).toBeLessThan(70_000 + 2 * 2001);
    expect(asleep.hardirqNsPerUrb).toBe(awake.hardirqNsPerUrb);
  });
});

describe('the event ring of an xHC', () => {
  test('costs an event a packet when told so, all handled at the one interrupt of the URB', () => {
    const whole = run(experiment({ workload: CAMERA }));
    const each = run(experiment({ workload: CAMERA, hasEventPerPacket: true }));
    expect(each.hardirqNsPerUrb - whole.hardirqNsPerUrb).toBeCloseTo(31 * COSTS.eventTrbNs, 6);
    expect(each.irqsPerSec).toBe(whole.irqsPerSec);
  });

  test('holds transfers up when it is full, and lets them go when the driver moves its dequeue pointer', () => {
    const { host } = setUp(experiment({ hcd: XHCI, hasEventPerPacket: true }));
    const { machine, controller, tally } = host;
    const order: number[] = [];
    // 12 URBs of 32 packets at once: 384 events for a ring of 256.
    const urbs = Array.from({ length: 12 }, (_, index) => {
      const complete = fn(`complete${index}`);
      return urbOf({
        pipe: 'isoc',
        direction: 'in',
        bytes: 0,
        packets: 32,
        complete,
        isMapped: false,
        tally,
        start: () => {},
      });
    });
    const onAll = machine.engine.register(() => {
      for (const urb of urbs) controller.finish(urb);
    });
    machine.engine.schedule(0, Order.hardware, onAll);
    machine.engine.run(10_000_000);
    for (const [index, urb] of urbs.entries()) if (urb.complete.calls === 1) order.push(index);
    expect(tally.urbs).toBe(12);
    expect(order).toEqual(urbs.map((_, index) => index));
    expect(tally.latenciesNs).toEqual(tally.latenciesNs.toSorted((a, b) => a - b));
  });
});

describe('dwc2', () => {
  test('interrupts 8000 times a second while it has periodic transfers, and not for a disk', () => {
    const keyboard = run(experiment({ hcd: withBh(DWC2), workload: KEYBOARD }));
    const disk = run(experiment({ hcd: withBh(DWC2), workload: { ...DISK, speed: 'high' } }));
    expect(keyboard.irqsPerSec).toBeGreaterThan(7900);
    expect(keyboard.irqsPerSec).toBeLessThan(9100);
    expect(disk.irqsPerSec / disk.itemsPerSec).toBeCloseTo(2 + Math.ceil(DISK.transferBytes / 65_024), 6);
  });
});

describe('interrupts on another core than the application', () => {
  const hcd = { ...XHCI, irq: { ...XHCI.irq, moderationNs: 0 } };

  test('cost a disk the messages between the cores, and save it the way out of the interrupt', () => {
    const together = run(experiment({ hcd, workload: DISK }));
    const apart = run(experiment({ hcd, workload: DISK, placement: { isApart: true, ipiNs: 2000 } }));
    const laterNs = 1e9 / apart.itemsPerSec - 1e9 / together.itemsPerSec;
    // Beside the message: the thread does not wait for the relock, the ERDP write and the exit of the interrupt.
    const savedNs = COSTS.lockNs + COSTS.mmioWriteNs + COSTS.irqNs / 2;
    expect(laterNs).toBeCloseTo(3 * (2000 - savedNs), 3);
    expect(apart.cores[1]?.kthread).toBeGreaterThan(0);
    expect(together.cores[1]?.kthread).toBe(0);
  });
});
