import { expect, test } from 'vitest';
import { composeText } from '../../src/reply/compose-text.ts';
import type { Report } from '../../src/report.ts';
import { claimOf, hcdOf, reportOf } from '../support/reports.ts';

const PLAIN = { hasColour: false, hasBars: false, columns: 110 };

test('the headline carries subject, version and outcome', () => {
  const [headline] = composeText(reportOf({ outcome: 'inconsistent' }), PLAIN).split('\n');
  expect(headline).toBe('usb: xhci: give back from the tasklet   v2, 1 patch, 2019-03-12   INCONSISTENT');
});

test('the giveback path names lock, context and flag on both sides', () => {
  const after = hcdOf({
    hcdBh: true,
    giveback: { context: 'tasklet', lockHeld: true, lockDropped: false, lock: 'xhci->lock', function: 'f' },
  });
  const model: Report['model'] = {
    driver: 'xhci',
    source: 'diff',
    era: 'E2',
    before: hcdOf(),
    after,
    changes: [],
    unmodelled: [],
    hazards: [],
    configurations: [],
  };
  const text = composeText(reportOf({ model }), PLAIN);
  expect(text).toContain('hardirq, xhci->lock dropped  →  tasklet, xhci->lock kept');
  expect(text).toMatch(/HCD_BH +off {2}→ {2}on/);
  expect(text).toMatch(/hazards +none/);
});

test('a sentence that stands on several claims is said once, with all their numbers', () => {
  const finding = { kind: 'no-spread', severity: 'info', text: 'no spread is given.', numbers: {} } as const;
  const claims = [
    claimOf({ id: 'c1', findings: [finding] }),
    claimOf({ id: 'c2', findings: [finding] }),
    claimOf({ id: 'c3' }),
  ];
  const text = composeText(reportOf({ claims }), PLAIN);
  expect(text.match(/no spread is given/g)).toHaveLength(1);
  expect(text).toContain('· claim 1, 2  no spread is given.');
});

test('colour appears only when it is asked for', () => {
  const control = String.fromCharCode(27);
  expect(composeText(reportOf({ claims: [claimOf()] }), PLAIN)).not.toContain(control);
  expect(composeText(reportOf({ claims: [claimOf()] }), { ...PLAIN, hasColour: true })).toContain(control);
});

test('a hostile subject can not draw on the terminal', () => {
  const series = { ...reportOf().series, subject: '\u001b[2Jgone\u202e' };
  expect(composeText(reportOf({ series }), PLAIN)).toContain('<U+001B>[2Jgone<U+202E>');
});
