import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reportSchema } from '../../src/report.ts';
import { threadFile } from '../support/evaluated-thread.ts';

/** What the example threads must come to, claim by claim; that their reports are what they were is another test. */
const EXPECTED: readonly (readonly [slug: string, verdicts: readonly string[], outcome: string])[] = [
  [
    'xhci-latencies',
    [
      'read clat avg (us): no-effect-agreed',
      'read clat p99 (us): no-effect-agreed',
      'URB completion latency p99 (us): undetermined',
      'HID report latency avg (ms): no-effect-agreed',
      'HID report latency max (ms): no-effect-agreed',
    ],
    'undetermined',
  ],
  [
    'ehci-command-time',
    [
      'rate (MB/s): reproduced',
      'context switches per second: reproduced',
      'interrupts per second: no-effect-agreed',
      'CPU load (%): reproduced',
      'read clat avg (us): reproduced',
    ],
    'supported',
  ],
  ['uvc-cached-load', ['CPU load (%): reproduced', 'interrupts per second: no-effect-agreed'], 'supported'],
  ['pwc-behind-hub', ['lost packets per second: reproduced'], 'supported'],
  [
    'xhci-bei-interval',
    ['interrupts per second: reproduced', 'frame rate (fps): no-effect-agreed'],
    'supported',
  ],
  ['uvc-header-copied', ['mean: reproduced'], 'supported'],
  ['dwc3-gadget-buffers', ['dd read: undetermined'], 'undetermined'],
  ['dwc3-ether-qmult', ['iperf3 RX: undetermined'], 'undetermined'],
];

function reportOf(slug: string) {
  return reportSchema.parse(JSON.parse(readFileSync(threadFile(slug, '6-report.json'), 'utf8')));
}

test.each(EXPECTED)('%s comes to what it should', (slug, verdicts, outcome) => {
  const report = reportOf(slug);
  expect(report.claims.map(({ quantity, verdict }) => `${quantity}: ${verdict}`)).toEqual(verdicts);
  expect(report.outcome).toBe(outcome);
});

test('a gadget has a model of its own, and an open latency says what would settle it', () => {
  expect(reportOf('dwc3-gadget-buffers').claims[0]?.because).toMatch(
    /does not fix the direction; backing file rate/,
  );
  const open = reportOf('xhci-latencies').claims.find(({ verdict }) => verdict === 'undetermined');
  expect(open?.because).toMatch(/no other load is played/);
  expect(open?.settle?.counter).toMatch(/usb_hcd_giveback_urb/);
});
