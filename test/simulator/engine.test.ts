import { describe, expect, test } from 'vitest';
import { Engine, Order } from '../../src/simulator/engine.ts';

describe('the engine', () => {
  test('handles what is due at one instant by order, then by sequence', () => {
    const engine = new Engine();
    const seen: number[] = [];
    const note = engine.register((argument) => seen.push(argument));
    engine.schedule(5, Order.thread, note, 4);
    engine.schedule(5, Order.release, note, 2);
    engine.schedule(5, Order.release, note, 3);
    engine.schedule(5, Order.hardware, note, 1);
    engine.schedule(4, Order.thread, note, 0);
    engine.run(10);
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(engine.nowNs).toBe(10);
    expect(engine.events).toBe(5);
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a delay of %d', (delayNs) => {
    const engine = new Engine();
    const nothing = engine.register(() => {});
    expect(() => engine.schedule(delayNs, Order.hardware, nothing)).toThrow(RangeError);
    expect(() => engine.advance(delayNs)).toThrow(RangeError);
  });

  test('advances at once only when nothing else is due by then', () => {
    const engine = new Engine();
    const advanced: boolean[] = [];
    const probe = engine.register(() => {
      advanced.push(engine.advance(9), engine.advance(1), engine.advance(1));
    });
    engine.schedule(0, Order.hardware, probe);
    engine.schedule(
      10,
      Order.hardware,
      engine.register(() => {}),
    );
    engine.run(100);
    expect(advanced).toEqual([true, false, false]);
    expect(engine.nowNs).toBe(100);
  });

  test('does not advance beyond the end of the run', () => {
    const engine = new Engine();
    let isAdvanced = true;
    engine.schedule(
      5,
      Order.hardware,
      engine.register(() => {
        isAdvanced = engine.advance(6);
      }),
    );
    engine.run(10);
    expect(isAdvanced).toBe(false);
  });

  test('ends after as many events as it is allowed, also when nothing waits in between', () => {
    const engine = new Engine(100);
    const again = engine.register(() => {
      while (engine.advance(1));
      engine.schedule(1, Order.hardware, again);
    });
    engine.schedule(0, Order.hardware, again);
    engine.run(1_000_000);
    expect(engine.events).toBe(100);
    expect(engine.isCutShort).toBe(true);
    expect(engine.nowNs).toBeLessThan(1000);
  });

  test('stands still once it is stopped', () => {
    const engine = new Engine();
    const stop = engine.register(() => engine.stop());
    engine.schedule(3, Order.hardware, stop);
    engine.schedule(4, Order.hardware, stop);
    engine.run(10);
    expect(engine.nowNs).toBe(3);
    expect(engine.events).toBe(1);
  });
});
