import { describe, expect, it } from 'vitest';
import { findClaims } from '../../src/claims/find-claims.ts';
import { LIMITS, threadOf } from './thread-of.ts';

function claimsOf(text: string, subject = 'block: frob: batch completions') {
  return findClaims(threadOf(subject, text), LIMITS).value.claims;
}

/** "read 10 > 12 MB/s" for every claim. */
function shown(text: string): readonly string[] {
  return claimsOf(text).map(({ quantity, before, after, unit }) =>
    `${quantity} ${before?.value ?? ''} > ${after?.value ?? ''} ${unit}`.trim(),
  );
}

describe('forms as other lists write them', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'pipe1 order after-first',
      'Throughput of fio randread on an NVMe drive, iodepth=32:\n\n| bs   | patched (MiB/s) | mainline (MiB/s) |\n|------|-----------------|------------------|\n| 4k   | 1312            | 1204             |\n| 64k  | 3290            | 3301             |\n',
      ['4k 1204 > 1312 MiB/s', '64k 3301 > 3290 MiB/s'],
    ],
    [
      'pipe4 transposed',
      '|          | TX (Gbps) | RX (Gbps) | CPU (%) |\n|----------|-----------|-----------|---------|\n| baseline | 21.3      | 18.9      | 97      |\n| patched  | 23.8      | 22.4      | 81      |\n',
      ['TX (Gbps) 21.3 > 23.8 Gbps', 'RX (Gbps) 18.9 > 22.4 Gbps', 'CPU (%) 97 > 81 %'],
    ],
    [
      'pipe5 sds',
      '| threads | vanilla (ops/s) | patched (ops/s) |\n|---|---|---|\n| 1  | 120134 ± 1200 | 121010 ± 900 |\n| 16 | 810233 ± 9000 | 1020110 ± 12000 |\n',
      ['1 120134 > 121010 ops/s', '16 810233 > 1020110 ops/s'],
    ],
    [
      'align2 unit in prose',
      'The numbers below are transactions per second (higher is better):\n\nclients    v6.7     v6.7+patch     diff\n      1   12034          12110    +0.6%\n     32   98112         121305   +23.6%\n',
      ['1 12034 > 12110 transactions/s', '32 98112 > 121305 transactions/s'],
    ],
    [
      'align3 tabs',
      'test\told\tnew\ntcp_rr\t18123 trans/s\t20344 trans/s\nudp_rr\t21002 trans/s\t23110 trans/s\n',
      ['tcp_rr 18123 > 20344 trans/s', 'udp_rr 21002 > 23110 trans/s'],
    ],
    [
      'align4 after-first columns',
      '                      patched      unpatched\n  read latency us        81.2           97.4\n  write latency us      110.0          109.3\n',
      ['read latency us 97.4 > 81.2 us', 'write latency us 109.3 > 110 us'],
    ],
    [
      'twolevel',
      '                 w/o patch              w/ patch\n msg size    Mbps     CPU%         Mbps     CPU%\n 1024        9120     44.1         9350     40.2\n 65536       9410     21.0         9412     17.3\n',
      [
        '1024 Mbps 9120 > 9350 Mbps',
        '1024 CPU% 44.1 > 40.2 %',
        '65536 Mbps 9410 > 9412 Mbps',
        '65536 CPU% 21 > 17.3 %',
      ],
    ],
    [
      'arrow1',
      'On a 2-socket Icelake the mmap_lock contention drops, will-it-scale page_fault1:\n  page_fault1_threads: 1.21M ops/s -> 1.74M ops/s\n  page_fault1_processes: 8.80M ops/s -> 8.83M ops/s\n',
      ['page_fault1_threads 1210000 > 1740000 ops/s', 'page_fault1_processes 8800000 > 8830000 ops/s'],
    ],
    [
      'fromto2',
      'This improves pgbench from 45,120 tps to 52,871 tps.\n',
      ['This improves pgbench 45120 > 52871 tps'],
    ],
    [
      'fromto3',
      'The number of IPIs sent during the test decreased from 2,134,001 to 87,212.\n',
      ['IPIs sent during the test decreased 2134001 > 87212 IPIs'],
    ],
    [
      'vs1',
      'netperf TCP_RR: 21.3k transactions/s with the patch vs 18.7k transactions/s without.\n',
      ['netperf TCP_RR 18700 > 21300 transactions/s'],
    ],
    [
      'runs2 bare',
      'Time in seconds for 5 runs:\n\nunpatched:\n12.81\n12.77\n12.92\n12.80\n12.85\n\npatched:\n11.02\n11.10\n10.98\n11.05\n11.01\n',
      ['time in seconds for 5 runs 12.83 > 11.032 seconds'],
    ],
    [
      'runs4 mean median',
      'Results of 20 iterations (ms):\n           mean    median   stddev\n before    12.41   12.33    0.52\n after     10.02    9.98    0.31\n',
      ['mean 12.41 > 10.02 ms', 'median 12.33 > 9.98 ms'],
    ],
    [
      'abc1',
      '| config               | MB/s |\n|----------------------|------|\n| v6.8                 | 310  |\n| v6.8 + patch 1       | 340  |\n| v6.8 + patches 1-3   | 402  |\n',
      ['MB/s 310 > 340 MB/s', 'MB/s 310 > 402 MB/s'],
    ],
    [
      'spread2',
      'baseline: 102.3 (sd 1.9) MB/s\npatched:  109.8 (sd 2.3) MB/s\n',
      ['throughput 102.3 > 109.8 MB/s'],
    ],
    ['spread3', '  vanilla   12.40 s (+- 0.8%)\n  patched   11.21 s (+- 0.6%)\n', ['vanilla 12.4 > 11.21 s']],
    [
      'spread4',
      '                mean [ms]   stddev [ms]\nunpatched         52.1          3.3\npatched           44.7          2.9\n',
      ['mean [ms] 52.1 > 44.7 ms'],
    ],
    [
      'deccomma',
      'Ohne Patch: 1073741824 Bytes (1,1 GB, 1,0 GiB) kopiert, 9,8123 s, 109 MB/s\nMit Patch: 1073741824 Bytes (1,1 GB, 1,0 GiB) kopiert, 8,1020 s, 133 MB/s\n',
      ['throughput 109 > 133 MB/s'],
    ],
    ['words', 'Sending a frame now needs two interrupts instead of six.\n', ['interrupts 6 > 2 interrupts']],
    [
      'words2',
      'The number of MMIO writes per request drops from five to one.\n',
      ['MMIO writes per request 5 > 1 MMIO writes'],
    ],
    [
      'fio2 summary only',
      'w/o patch\n  WRITE: bw=312MiB/s (327MB/s), 312MiB/s-312MiB/s (327MB/s-327MB/s), io=18.3GiB (19.6GB), run=60003-60003msec\nw/ patch\n  WRITE: bw=377MiB/s (395MB/s), 377MiB/s-377MiB/s (395MB/s-395MB/s), io=22.1GiB (23.7GB), run=60002-60002msec\n',
      ['write BW 312 > 377 MiB/s'],
    ],
    [
      'iperf udp',
      'without:\n[  5]   0.00-10.00  sec   597 MBytes   501 Mbits/sec  0.021 ms  4012/428212 (0.94%)  receiver\nwith:\n[  5]   0.00-10.00  sec   639 MBytes   536 Mbits/sec  0.019 ms  12/459012 (0.0026%)  receiver\n',
      ['receiver 501 > 536 Mbits/sec', 'receiver jitter 0.021 > 0.019 ms', 'receiver loss 0.94 > 0.0026 %'],
    ],
    [
      'netperf',
      'before:\nRecv   Send    Send\nSocket Socket  Message  Elapsed\nSize   Size    Size     Time     Throughput\nbytes  bytes   bytes    secs.    10^6bits/sec\n\n131072  16384  16384    10.00    18211.21\nafter:\nRecv   Send    Send\nSocket Socket  Message  Elapsed\nSize   Size    Size     Time     Throughput\nbytes  bytes   bytes    secs.    10^6bits/sec\n\n131072  16384  16384    10.00    19930.77\n',
      ['netperf 18211.21 > 19930.77 Mbit/s'],
    ],
    [
      'netperf rr',
      'before:\nTCP_RR TEST from 0.0.0.0 port 0 AF_INET to 10.1.1.2 port 0 AF_INET : first burst 0\n16384  131072 1        1       10.00    21134.22\nafter:\nTCP_RR TEST from 0.0.0.0 port 0 AF_INET to 10.1.1.2 port 0 AF_INET : first burst 0\n16384  131072 1        1       10.00    24390.10\n',
      ['TCP RR 21134.22 > 24390.1 transactions/s'],
    ],
    [
      'perfreport',
      'Before:\n    12.31%  swapper          [kernel.kallsyms]  [k] _raw_spin_lock_irqsave\n     6.01%  fio              [kernel.kallsyms]  [k] blk_mq_get_tag\n     2.20%  fio              [kernel.kallsyms]  [k] kmem_cache_alloc\nAfter:\n     4.02%  swapper          [kernel.kallsyms]  [k] _raw_spin_lock_irqsave\n     5.91%  fio              [kernel.kallsyms]  [k] blk_mq_get_tag\n     2.31%  fio              [kernel.kallsyms]  [k] kmem_cache_alloc\n',
      [
        '_raw_spin_lock_irqsave 12.31 > 4.02 %',
        'blk_mq_get_tag 6.01 > 5.91 %',
        'kmem_cache_alloc 2.2 > 2.31 %',
      ],
    ],
    [
      'cyclictest 2',
      '                       Min    Avg    Max (us)\nmainline                 3      7     212\nthis series              3      6      61\n',
      ['Min (us) 3 > 3 us', 'Avg (us) 7 > 6 us', 'Max (us) 212 > 61 us'],
    ],
    [
      'hyperfine2',
      "Benchmark #1: ./frob-old\n  Time (mean ± σ):      1.812 s ±  0.021 s    [User: 1.201 s, System: 0.490 s]\nBenchmark #2: ./frob-new\n  Time (mean ± σ):      1.420 s ±  0.018 s    [User: 1.199 s, System: 0.180 s]\nSummary\n  './frob-new' ran\n    1.28 ± 0.02 times faster than './frob-old'\n",
      ['time 1.812 > 1.42 s'],
    ],
    [
      'schbench',
      'vanilla:\nLatency percentiles (usec)\n\t50.0th: 12\n\t95.0th: 88\n\t*99.0th: 1201\npatched:\nLatency percentiles (usec)\n\t50.0th: 12\n\t95.0th: 61\n\t*99.0th: 604\n',
      ['50.0th 12 > 12 usec', '95.0th 88 > 61 usec'],
    ],
  ])('%s', (_, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });
});

describe('gains that are differences alone', () => {
  it.each([
    ['The new path saves 12 us per packet.', 'us', 'down'],
    ['This makes sequential reads 10 MB/s faster on my board.', 'MB/s', 'up'],
    ['Boot is six seconds faster with this patch.', 'seconds', 'down'],
    ['This shaves off about 180 ms of boot time.', 'ms', 'down'],
    ['CPU utilisation drops by 12 percentage points with this patch.', 'points', 'down'],
    ['saves 4096 bytes per inode on 64 bit.', 'bytes', 'down'],
  ])('are stated: %s', (text, unit, direction) => {
    expect(claimsOf(text)).toMatchObject([
      { kind: 'stated-only', unit, stated: { direction, percent: null } },
    ]);
  });

  it.each([
    'The device disconnects and reconnects ~3 seconds later, and this works on the second attempt.',
    'Add a 30ms room for the source to turn on after a swap.',
    'This reduces the polling interval by 10 ms.',
    'With this the watchdog may fire 2 seconds longer than before.',
    'I think it saves less than 3ms on the machines of this year.',
    '> The new path saves 12 us per packet.',
  ])('are none in "%s"', (text) => {
    expect(claimsOf(text)).toEqual([]);
  });
});

describe('praise without a number', () => {
  it.each([
    ['This conversion follows the new API and enhances performance.', 'other'],
    ['That should give some performance gain outside x86.', 'other'],
    ['Batching improves the overall throughput of the adapter.', 'throughput'],
  ])('is a claim in words: %s', (text, metric) => {
    expect(claimsOf(text)).toMatchObject([{ kind: 'qualitative', metric, stated: { direction: 'up' } }]);
  });

  it.each([
    'This does not improve performance, it only makes the code shorter.',
    'Whether this improves performance was not looked at.',
    '> This enhances performance.',
  ])('is none in "%s"', (text) => {
    expect(claimsOf(text)).toEqual([]);
  });

  it('is none beside a figure, and none in an answer', () => {
    const text = 'This improves performance: reads go from 10 MB/s to 12 MB/s.';
    expect(claimsOf(text).map(({ kind }) => kind)).toEqual(['measured']);
    expect(claimsOf('This improves performance.', 'Re: [PATCH] usb: frob: batch')).toEqual([]);
  });
});

describe('what a spread is', () => {
  it.each([
    ['before: 12.40 s (stddev 0.11)\nafter: 11.20 s (stddev 0.09)', 'unspecified', 0.11],
    [
      '        mean [ms]   stddev [ms]\nbefore       52.1          3.3\nafter        44.7          2.9',
      'sd',
      3.3,
    ],
    ['in seconds, 3 runs:\n\nbefore:\n1.0\n1.2\n1.4\n\nafter:\n0.9\n0.8\n0.7', 'sd', 0.2],
    ['Mean +- standard error of 10 runs.\nbefore: 52.1 +- 0.4 ms\nafter: 44.7 +- 0.3 ms', 'se', 0.4],
  ])('is told by %j', (text, errorKind, error) => {
    expect(claimsOf(text)).toMatchObject([{ before: { error, errorKind } }]);
  });
});

describe('units that a thread mixes up', () => {
  it.each([
    ['We need\n NTSC 640x480 YUV422 @30fps  ~17.6 MB/s\nto stream 30 fps.', ['unit-slip']],
    ['We need\n NTSC 640x480 YUV422 @30fps  ~18.4 MB/s\nto stream 30 fps.', []],
  ])('in frames: %j', (text, kinds) => {
    const { findings } = findClaims(threadOf('usb: frob: stream', text), LIMITS).value;
    expect(findings.map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each([
    ['It carries 58 MB/s.', 'No, I said 58 Mbit/s.', ['unit-slip']],
    ['It carries 58 MB/s.', 'No, I said 59 Mbit/s.', []],
    ['It carries 58 MB/s.', '> It carries 58 Mbit/s.\nFine.', []],
  ])('between mails: %j and %j', (one, other, kinds) => {
    const { findings } = findClaims(threadOf('usb: frob: stream', one, other), LIMITS).value;
    expect(findings.map(({ kind }) => kind)).toEqual(kinds);
  });
});
