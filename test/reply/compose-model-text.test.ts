import { describe, expect, test } from 'vitest';
import { composeModelText } from '../../src/reply/compose-model-text.ts';
import type { Report } from '../../src/report.ts';
import { hcdOf } from '../support/reports.ts';

type Model = NonNullable<Report['model']>;
type Hcd = Model['before'];

const LOOK = { hasColour: false, columns: 110, hasBars: false };
const given = (told: Partial<Hcd['giveback']>, more: Partial<Hcd> = {}): Hcd => {
  const hcd = hcdOf();
  return { ...hcd, ...more, giveback: { ...hcd.giveback, ...told } };
};
const OLD = given({ context: 'hardirq', lockHeld: false, lockDropped: true });
const NEW = given({ context: 'tasklet', lockHeld: false, lockDropped: false }, { hcdBh: true });
const HELD = given({ context: 'hardirq', lockHeld: true, lockDropped: false });

const textOf = (before: Hcd, after: Hcd, told: Partial<Model> = {}): string =>
  composeModelText(
    {
      driver: 'xhci',
      source: 'diff',
      era: 'E2',
      before,
      after,
      changes: [],
      unmodelled: [],
      hazards: [],
      configurations: [],
      ...told,
    },
    LOOK,
  );

describe('the giveback before and after', () => {
  test('stands side by side, with a star where it differs', () => {
    const text = textOf(OLD, NEW);
    expect(text).toMatch(/\n {4}before +after\n {4}hardirq, interrupts off +hardirq, interrupts off\n/);
    expect(text).toMatch(/\n {2}\* {3}lets xhci->lock go +keeps xhci->lock\n/);
    expect(text).toMatch(
      /\n {2}\* {5}unmaps the buffer, calls complete\(\) +puts the URB on the list of a tasklet\n/,
    );
    expect(text).toMatch(/\n {2}\* {3}takes xhci->lock again\n/);
    expect(text).toMatch(/\n {2}\* +softirq: the tasklet, interrupts on in complete\(\)\n/);
  });

  test('says where it waits for ever', () => {
    expect(textOf(OLD, HELD)).toMatch(/DEADLOCK on xhci->lock/);
    expect(textOf(OLD, NEW)).not.toMatch(/DEADLOCK/);
  });

  test('is one column where nothing of it differs', () => {
    const text = textOf(OLD, OLD);
    expect(text).toContain('\n    before and after\n    hardirq, interrupts off\n');
    expect(text).not.toContain('*');
  });

  test('says what becomes of the buffer', () => {
    const coherent = given(OLD.giveback, { buffers: { kind: 'coherent' } });
    expect(textOf(coherent, OLD)).toMatch(
      /\* +calls complete\(\); a coherent buffer stays mapped +unmaps the buffer, calls complete\(\)/,
    );
  });

  test.each<[string, Hcd, Model['era'], RegExp]>([
    [
      'a work item of usbcore',
      given({ context: 'bh-workqueue' }, { hcdBh: true }),
      'E4',
      /softirq: the BH work item/,
    ],
    ['interrupts off in the first kernels', NEW, 'E1', /the tasklet, interrupts off in complete\(\)/],
    [
      'ksoftirqd behind an IRQ thread',
      { ...NEW, irq: { ...NEW.irq, type: 'threaded' } },
      'E3',
      /ksoftirqd: the tasklet/,
    ],
    [
      'a kthread',
      given({ context: 'kthread', lockHeld: false, lockDropped: false }),
      'E3',
      /a kthread\n.*\n.*\n +has let xhci->lock go/,
    ],
  ])('knows %s', (_, after, era, shown) => {
    expect(textOf(after, after, { era })).toMatch(shown);
  });

  test('fits a narrow terminal', () => {
    const model = { driver: 'xhci', source: 'diff', era: 'E2', before: OLD, after: NEW } as const;
    const none = { changes: [], unmodelled: [], hazards: [], configurations: [] };
    const lines = composeModelText({ ...model, ...none }, { ...LOOK, columns: 80 }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(82);
  });
});

test('what is not modelled is said', () => {
  const text = textOf(OLD, OLD, { unmodelled: [{ file: 'a.c', why: 'no known pattern: f(), line 3: "x"' }] });
  expect(text).toContain('not modelled   a.c: no known pattern');
});
