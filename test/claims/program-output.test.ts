import { describe, expect, it } from 'vitest';
import { findClaims } from '../../src/claims/find-claims.ts';
import { LIMITS, threadOf } from './thread-of.ts';

/** "read 10 > 12 MB/s" for every claim of a text in which a program's output stands under two titles. */
function claimsIn(before: string, after: string): readonly string[] {
  const text = `Before:\n${before}\nAfter:\n${after}\n`;
  const { claims } = findClaims(threadOf('usb: frob: batch completions', text), LIMITS).value;
  return claims.map((one) => `${one.quantity} ${one.before?.value} > ${one.after?.value} ${one.unit}`);
}

const MPSTAT_HEAD = '10:00:01     CPU    %usr   %nice    %sys    %irq   %soft   %idle';
const SAR_HEAD = 'Average:        IFACE   rxpck/s   txpck/s    rxkB/s    txkB/s   %ifutil';
const IOSTAT_HEAD = 'Device            r/s     rkB/s   rrqm/s  %util';
const SIZE_HEAD = '   text\t   data\t    bss\t    dec\t    hex\tfilename';
const IRQ_HEAD = '           CPU0       CPU1';
const BONNIE_HEAD =
  'Version  2.00       ------Sequential Output------ --Sequential Input- --Random-\n                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n';
const BONNIE_UNITS = 'Name:Size etc        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n';

describe('findClaims in the output of', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      "ftrace's function graph, with the mean of calls that come more than once",
      ' 1)   3.000 us    |  frob_irq();\n 1)   5.000 us    |  frob_irq();\n 1)               |  frob_work() {\n 1) + 12.500 us   |  }',
      ' 1)   1.104 us    |  frob_irq();\n 1)               |  frob_work() {\n 1)   0.500 us    |    kfree();\n 1) + 10.000 us   |  } /* frob_work */',
      ['frob_irq 4 > 1.104 us', 'frob_work 12.5 > 10 us'],
    ],
    [
      'mpstat, without what is idle',
      `${MPSTAT_HEAD}\n10:00:02     all    9.20    0.00    9.50    0.50    9.20   67.50\nAverage:     all    1.20    0.00    4.50    0.50    6.20   87.50`,
      'Average:     all    1.10    0.00    4.00    0.50    3.10   91.20',
      ['all %usr 1.2 > 1.1 %', 'all %sys 4.5 > 4 %', 'all %irq 0.5 > 0.5 %', 'all %soft 6.2 > 3.1 %'],
    ],
    [
      'sar -n DEV',
      `${SAR_HEAD}\nAverage:         usb0  51234.10   2100.00  75000.20    140.00     61.44`,
      `${SAR_HEAD}\nAverage:         usb0  60000.10   2500.00  88000.20    165.00     72.08`,
      [
        'usb0 rxpck/s 51234.1 > 60000.1 packets/s',
        'usb0 txpck/s 2100 > 2500 packets/s',
        'usb0 rxkB/s 75000.2 > 88000.2 KiB/s',
        'usb0 txkB/s 140 > 165 KiB/s',
      ],
    ],
    [
      'iostat -x',
      `${IOSTAT_HEAD}\nsda            480.00   1920.00     0.00  99.1`,
      `${IOSTAT_HEAD}\nsda            960.00   3840.00     0.00  99.2`,
      ['sda r/s 480 > 960 IOPS', 'sda rkB/s 1920 > 3840 KiB/s'],
    ],
    [
      'bonnie++',
      `${BONNIE_HEAD}${BONNIE_UNITS}box              8G  500k  99 30.1m   5 15.2m   4 +++++ +++ 35.0m   4  90.1   5`,
      `${BONNIE_HEAD}${BONNIE_UNITS}box              8G  510k  99 33.5m   5 16.0m   4 +++++ +++ 40.2m   4  95.0   5`,
      [
        'per-character write 500 > 510 KiB/s',
        'block write 30.1 > 33.5 MiB/s',
        'rewrite 15.2 > 16 MiB/s',
        'block read 35 > 40.2 MiB/s',
        'seeks 90.1 > 95 IOPS',
      ],
    ],
    [
      'size, with its head above the first listing only',
      `${SIZE_HEAD}\n  14210\t    320\t     16\t  14546\t   38d2\tdrivers/usb/frob.o`,
      '  13394\t    320\t     16\t  13730\t   35a2\tdrivers/usb/frob.o',
      [
        'text of frob.o 14210 > 13394 bytes',
        'data of frob.o 320 > 320 bytes',
        'bss of frob.o 16 > 16 bytes',
        'dec of frob.o 14546 > 13730 bytes',
      ],
    ],
    [
      'cyclictest',
      'T: 0 ( 1234) P:80 I:1000 C:  10000 Min:      2 Act:    5 Avg:    6 Max:     145',
      'T: 0 ( 1240) P:80 I:1000 C:  10000 Min:      2 Act:    5 Avg:    5 Max:      61',
      ['thread 0 min 2 > 2 us', 'thread 0 avg 6 > 5 us', 'thread 0 max 145 > 61 us'],
    ],
    [
      'vnstat',
      '                           rx         |       tx\n--------------------------------------+------------------\n  average        102.63 Mbit/s        |       3.12 Mbit/s',
      '                           rx         |       tx\n--------------------------------------+------------------\n  average        131.02 Mbit/s        |       3.90 Mbit/s',
      ['average rx 102.63 > 131.02 Mbit/s', 'average tx 3.12 > 3.9 Mbit/s'],
    ],
    [
      'netperf',
      'TCP_STREAM TEST from 0.0.0.0 () port 0 AF_INET to 10.0.0.1\n 87380  16384  16384    10.00     801.55',
      'TCP_STREAM TEST from 0.0.0.0 () port 0 AF_INET to 10.0.0.1\n 87380  16384  16384    10.00     901.55',
      ['TCP STREAM 801.55 > 901.55 Mbit/s'],
    ],
    [
      '/proc/interrupts, as the sum over the processors',
      `${IRQ_HEAD}\n 42:      80000         12   PCI-MSI 524288-edge      xhci_hcd`,
      `${IRQ_HEAD}\n 42:      10000          3   PCI-MSI 524288-edge      xhci_hcd`,
      ['xhci_hcd 80012 > 10003 interrupts'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(claimsIn(before, after)).toEqual(expected);
  });

  it('hyperfine, with its deviation and its runs', () => {
    const run = (mean: number): string =>
      `Benchmark 1: frob read\n  Time (mean ± σ):     ${mean} ms ±  10.1 ms    [User: 20.1 ms, System: 300.2 ms]\n  Range (min … max):   498.1 ms … 530.0 ms    12 runs`;
    const text = `Before:\n${run(512.3)}\nAfter:\n${run(401)}\n`;
    const { claims } = findClaims(threadOf('usb: frob', text), LIMITS).value;
    expect(claims).toMatchObject([
      { quantity: 'frob read', before: { value: 512.3, error: 10.1, runs: 12 }, after: { value: 401 } },
    ]);
  });

  it('bloat-o-meter, whose total says itself which side is which', () => {
    const text =
      'add/remove: 1/2 grow/shrink: 0/3 up/down: 120/-936 (-816)\nFunction            old     new   delta\nfrob_work           700     200    -500\nTotal: Before=14210, After=13394, chg -5.74%\n';
    const { claims } = findClaims(threadOf('usb: frob', text), LIMITS).value;
    expect(claims).toMatchObject([
      { metric: 'size', before: { value: 14210 }, after: { value: 13394 }, unit: 'bytes' },
    ]);
  });
});
