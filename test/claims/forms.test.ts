import { describe, expect, it } from 'vitest';
import { findClaims } from '../../src/claims/find-claims.ts';
import { LIMITS, threadOf } from './thread-of.ts';

const SUBJECT = 'usb: frob: batch completions';

/** "read 10 > 12 MB/s" for every claim; a figure that is not given is empty. */
function claimsIn(text: string): readonly string[] {
  const { claims } = findClaims(threadOf(SUBJECT, text), LIMITS).value;
  return claims.map(({ quantity, before, after, unit }) =>
    `${quantity} ${before?.value ?? ''} > ${after?.value ?? ''} ${unit}`.trim(),
  );
}

function check(text: string, expected: readonly string[]): void {
  expect(claimsIn(text)).toEqual(expected);
}

describe('tables', () => {
  it('drawn with blanks, with a unit in the line above', () => {
    check(
      'Results (KB/s):\n             Before     After\nSeq Read     298000     312000\nSeq Write    101000     115500\n',
      ['Seq Read 298000 > 312000 KB/s', 'Seq Write 101000 > 115500 KB/s'],
    );
  });

  it('with versions as column names', () => {
    check('| test | 6.1 | 6.1 + patch |\n|------|-----|----|\n| read (MB/s) | 35.2 | 41.0 |\n', [
      'read (MB/s) 35.2 > 41 MB/s',
    ]);
  });

  it('with configurations in the rows', () => {
    check(
      '| Config | Rate (MB/s) | CPU (%) |\n|---|---|---|\n| Original | 210.5 | 45 |\n| Patched | 251.2 | 38 |\n',
      ['Rate (MB/s) 210.5 > 251.2 MB/s', 'CPU (%) 45 > 38 %'],
    );
  });

  it('with two header lines', () => {
    const text =
      'In MB/s:\n\n     |    before     |     after     |\n bs  | read | write  | read | write  |\n 4k  | 10.1 |  8.2   | 12.0 |  9.1   |\n';
    check(text, ['4k read 10.1 > 12 MB/s', '4k write 8.2 > 9.1 MB/s']);
  });

  it('one per configuration, row by row', () => {
    const table = (rate: number): string => `Case | Rate (MB/s)\n-----\nread | ${rate}\n     | ${rate + 1}\n`;
    check(`FIFO depth = 3\n\n${table(20)}\nFIFO depth = 6\n\n${table(30)}`, [
      'read Rate (MB/s) 20 > 30 MB/s',
      'read Rate (MB/s) 21 > 31 MB/s',
    ]);
  });

  it('of the kernel test robot', () => {
    const text =
      '         %stddev     %change         %stddev\n             \\          |                \\  \n     14936            -14.4%      12784 \u00b1  3%  will-it-scale.per_thread_ops\n';
    const [claim] = findClaims(threadOf(SUBJECT, text), LIMITS).value.claims;
    expect(claim).toMatchObject({
      before: { value: 14936 },
      after: { value: 12784 },
      stated: { percent: 14.4, direction: 'down' },
    });
  });
});

describe('output of programs', () => {
  it('of fio, cut down', () => {
    const text = 'Before:\n  read: IOPS=480, BW=1923KiB/s\nAfter:\n  read: IOPS=1376, BW=5505KiB/s\n';
    check(text, ['read IOPS 480 > 1376 IOPS', 'read BW 1923 > 5505 KiB/s']);
  });

  it('of fio, with averages and percentiles in units of their own', () => {
    const run = (unit: string, average: number, median: number): string =>
      `  write: IOPS=3k, BW=12MiB/s (13MB/s)(1GiB/1msec)\n    clat (${unit}): min=1, max=9, avg=${average}, stdev=2\n    clat percentiles (${unit}):\n     | 10.00th=[  1], 50.00th=[  ${median}]\n`;
    const claims = claimsIn(`- Baseline\n${run('usec', 400, 350)}- Patched\n${run('msec', 0.2, 1)}`);
    expect(claims).toContain('write clat avg 400 > 200 usec');
  });

  it('of dd, with a decimal comma and a line of progress', () => {
    const run = (rate: string): string =>
      `900 bytes (1 GB) copied, 30 s, 999 MB/s\n1000+0 records in\n1000+0 records out\n1048576000 bytes (1,0 GB) copied, 22,3564 s, ${rate} MB/s\n`;
    check(`unpatched:\n${run('46,9')}\npatched:\n${run('52,2')}`, ['throughput 46.9 > 52.2 MB/s']);
  });

  it('of iperf, without the lines of every second', () => {
    const run = (rate: number): string =>
      `[  5]   0.00-1.00   sec  70.9 MBytes   999 Mbits/sec    0\n[  5]   0.00-5.00   sec   362 MBytes   ${rate} Mbits/sec    0   sender\n`;
    check(`Without patch:\n${run(607)}\nWith patch:\n${run(921)}`, ['sender 607 > 921 Mbits/sec']);
  });

  it('of the same command before and after another one', () => {
    const run = (rate: number): string =>
      `root@box ~# iperf3 -c peer -t 5\n[  5]   0.00-5.00   sec   362 MBytes   ${rate} Mbits/sec    0   sender\n`;
    check(`${run(607)}root@box ~# echo 8 > /proc/irq/8/smp_affinity\n${run(921)}`, [
      'sender 607 > 921 Mbits/sec',
    ]);
  });

  it('of ping, whose deviation is no error of the mean', () => {
    const text =
      'Without the patch:\nrtt min/avg/max/mdev = 0.165/0.388/1.048/0.236 ms\nWith the patch:\nrtt min/avg/max/mdev = 0.161/0.411/1.267/0.231 ms\n';
    const [claim] = findClaims(threadOf(SUBJECT, text), LIMITS).value.claims;
    expect(claim).toMatchObject({
      metric: 'latency',
      before: { value: 0.388, error: null },
      after: { value: 0.411 },
    });
  });

  it('of time, on one line and on three', () => {
    check(
      '  Base : 0.07user 5.05system 0:18.92elapsed 27%CPU\nPatched: 0.12user 4.92system 0:18.76elapsed 26%CPU\n',
      ['elapsed 18.92 > 18.76 s', 'user time 0.07 > 0.12 s', 'system time 5.05 > 4.92 s'],
    );
    check('Without patch:\nreal    1m2.500s\nWith patch:\nreal    0m50.000s\n', ['elapsed 62.5 > 50 s']);
  });

  it('of top, with the sum of the list', () => {
    const head = '  PID USER      PR  NI    VIRT    RES  %CPU  %MEM     TIME+ S COMMAND\n';
    const row = (share: number, name: string): string =>
      `   64 root       0 -20    0.0m   0.0m   ${share.toFixed(1)}   0.0   0:01.25 I [${name}]\n`;
    check(
      `${head}\n${row(7.7, 'worker')}${row(3.8, 'irq/51')}\nvs.\n\n${row(5.8, 'worker')}${row(3.2, 'irq/51')}`,
      ['worker 7.7 > 5.8 %', 'irq/51 3.8 > 3.2 %', 'sum of CPU 11.5 > 9 %'],
    );
  });

  it('of perf stat, with its spread', () => {
    const run = (count: string): string =>
      ` Performance counter stats for 'frob':\n\n     ${count}      context-switches          #  12 K/sec   ( +-  1.00% )\n`;
    const text = `without the patch:\n\n${run('1,000')}\nwith the patch:\n\n${run('800')}`;
    const [claim] = findClaims(threadOf(SUBJECT, text), LIMITS).value.claims;
    expect(claim).toMatchObject({
      quantity: 'context-switches',
      before: { value: 1000, error: 10 },
      after: { value: 800 },
    });
  });
});

describe('lines under titles', () => {
  it('take the mean of a list of runs, and how many there were', () => {
    const text =
      '1. Without queue\n1) Read:\nSpeed: 28.9MiB/s, 26.4MiB/s, 30.9MiB/s\nAverage speed: 28.7MiB/s\n\n2. With queue\n1) Read:\nSpeed: 44.1MiB/s, 42.3MiB/s, 44.4MiB/s\nAverage speed: 43.6MiB/s\n';
    const { claims } = findClaims(threadOf(SUBJECT, text), LIMITS).value;
    expect(claims).toMatchObject([{ before: { value: 28.7, runs: 3 }, after: { value: 43.6, runs: 3 } }]);
  });

  it('measure one state before against several after', () => {
    const text =
      'frob without this patch:\n  TX 10 MB/s\nwith this patch applied:\n\nPSM off:\n  TX 14 MB/s\n\nPSM on:\n  TX 9.8 MB/s\n';
    const { claims } = findClaims(threadOf(SUBJECT, text), LIMITS).value;
    expect(claims.map((claim) => claim.after?.label)).toEqual([
      'with this patch applied, PSM off',
      'with this patch applied, PSM on',
    ]);
  });

  it('set every old limit against the current one in a report of a regression', () => {
    const text =
      '- max_active=8\n  2495 MB/s\n- max_active=16\n  1736 MB/s\n- max_active=768 (current limit)\n  1276 MB/s\n';
    const { claims } = findClaims(threadOf('Performance drop by the new limit', text), LIMITS).value;
    expect(claims.map((claim) => [claim.before?.value, claim.after?.value])).toEqual([
      [2495, 1276],
      [1736, 1276],
    ]);
  });
});

describe('prose', () => {
  it.each<[string, readonly string[]]>([
    ['The copy rate goes up to 2.1 GB/s from 1.4 GB/s.', ['The copy rate 1.4 > 2.1 GB/s']],
    ['It takes 1.2s instead of 2.9s.', ['It 2.9 > 1.2 s']],
    [
      'Tcp rx is 240Mbps without this patch, and it arrives at 390Mbps with this patch.',
      ['Tcp rx 240 > 390 Mbps'],
    ],
    [
      '<Before> Read : 86.9 MB/s, Write : 38.3 MB/s <After> Read : 91.5 MB/s, Write : 55.5 MB/s',
      ['Read 86.9 > 91.5 MB/s', 'Write 38.3 > 55.5 MB/s'],
    ],
    ['We saw 480 MB/s compared to 410 MB/s on the old kernel.', ['saw 410 > 480 MB/s']],
    [
      'Max/min push rate after patches is 210/118 MB/s.',
      ['push rate max  > 210 MB/s', 'push rate min  > 118 MB/s'],
    ],
    ['That leaves three IRQs per packet reduced to just one.', ['IRQs per packet 3 > 1 IRQs']],
    ['Latency p95 goes from ~140-160 ms to ~93-94 ms.', ['Latency p95 150 > 93.5 ms']],
  ])('compares in "%s"', (text, expected) => {
    check(text, expected);
  });

  it.each([
    ['This patch reduces the CPU load by about 12%.', 'cpu-load', 12, 'down'],
    ['This revert results in an increase of about 27% in throughput.', 'throughput', 27, 'up'],
  ])('states alone "%s"', (text, metric, percent, direction) => {
    const { claims } = findClaims(threadOf(SUBJECT, text), LIMITS).value;
    expect(claims).toMatchObject([{ kind: 'stated-only', metric, stated: { percent, direction } }]);
  });

  it.each([
    'Increase the timeout of the driver from 500ms to 5000ms.',
    'Lower the poll interval from 256 ms to 32 ms.',
    'If this bit is set, the bandwidth is relaxed to 85% for two endpoints.',
    'This may cause a performance drop of about 10%.',
    'The copy_align grows from 8 bytes to 64 bytes.',
    'The baud rate is off by 0.16% error instead of 7.5% error.',
    '* full-speed (12 Mbps) mode with device 2.0\n* super-speed (5 Gbps) mode with device 3.1',
    'E:  Ad=01(O) Atr=02(Bulk) MxPS= 512 Ivl=0ms',
    ' rename arch/{a.dtsi => b.dtsi} (97%)',
  ])('claims nothing in "%s"', (text) => {
    check(text, []);
  });
});

describe('statements', () => {
  it('go to the figures that stand beside them', () => {
    const text =
      'Read IOPS increased from 480 IOPS to 1376 IOPS (+186.7%) and p50 dropped from 79 ms to 20 ms (-74.7%).';
    const { claims } = findClaims(threadOf(SUBJECT, text), LIMITS).value;
    expect(claims.map((claim) => claim.stated?.percent)).toEqual([186.7, 74.7]);
  });

  it('never go to a figure that is itself a percentage of the mail', () => {
    const { claims } = findClaims(threadOf(SUBJECT, 'CPU usage drops from 35% to 21%.'), LIMITS).value;
    expect(claims.map((claim) => claim.stated)).toEqual([null]);
  });
});
