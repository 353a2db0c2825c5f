import type { Claim, Metric, WorkloadName } from '../claims/claim.ts';
import { runsNeeded } from '../stats/detectable.ts';
import { scatterOf } from './scatter.ts';
import type { Settle, VerdictSettings } from './verdict.ts';

/** What measurement would decide an open claim: how many runs, of what, and what to watch beside it. */
export function settleClaim(claim: Claim, settings: VerdictSettings): Settle {
  const cvPercent = scatterOf(claim, settings).value;
  const effect = effectPercent(claim);
  const { command, counter } = MEASURES_OF[claim.metric] ?? MEASURES[claim.workload];
  return { runs: effect === null ? null : runsNeeded(effect, cvPercent), command, counter };
}

/** The claimed size of the change; null when the claim gives none or claims that there is none. */
function effectPercent({ deltaPercent, stated }: Claim): number | null {
  if (deltaPercent !== null && deltaPercent !== 0) return deltaPercent;
  if (stated?.percent) return stated.percent;
  return stated?.factor ? 100 * (stated.factor - 1) : null;
}

interface Measure {
  readonly command: string;
  readonly counter: string;
}

/** What is not a rate is measured in a way of its own, whatever runs meanwhile. */
const MEASURES_OF: Partial<Record<Metric, Measure>> = {
  latency: {
    command: 'the same load on both kernels, percentiles over 60 s and more (fio --iodepth=1, ping, evtest)',
    counter:
      'trace-cmd record -e irq -p function -l usb_submit_urb -l __usb_hcd_giveback_urb: irq entry to giveback',
  },
  'cpu-load': {
    command: 'mpstat -P ALL 1 60 at the same transfer rate on both kernels',
    counter: 'CONFIG_IRQ_TIME_ACCOUNTING=y; perf stat -a -e cycles; the transfer rate',
  },
  'irq-rate': {
    command: 'two readings of /proc/interrupts 60 s apart, at the same transfer rate',
    counter: 'URBs a second (usbmon); the moderation interval of the controller',
  },
  'context-switch-rate': {
    command: 'pidstat -w -t 1 60 at the same transfer rate on both kernels',
    counter: 'trace-cmd record -e sched_switch -e irq, by thread',
  },
};

/** The commands are those of Documentation and of the distributions; the counters tell a mechanism from a coincidence. */
const MEASURES: Readonly<Record<WorkloadName, Measure>> = {
  'storage-read': {
    command: 'perf stat -r 10 dd if=/dev/sdX of=/dev/null bs=1M count=1024 iflag=direct',
    counter: 'cat /proc/interrupts; mpstat -P ALL 1',
  },
  'storage-write': {
    command: 'perf stat -r 10 dd if=/dev/zero of=/dev/sdX bs=1M count=1024 oflag=direct',
    counter: 'cat /proc/interrupts; mpstat -P ALL 1',
  },
  'net-rx': {
    command: 'the same sender, and iperf3 -c HOST -R -t 60 -J',
    counter: 'cat /proc/interrupts /proc/net/softnet_stat; ethtool -S IFACE; mpstat -P ALL 1',
  },
  'net-tx': {
    command: 'the same sender, and iperf3 -c HOST -t 60 -J',
    counter: 'cat /proc/interrupts /proc/net/softnet_stat; ethtool -S IFACE; mpstat -P ALL 1',
  },
  'video-capture': {
    command: 'v4l2-ctl --stream-mmap --stream-count=1500',
    counter: 'frames dropped; cat /proc/interrupts; trace-cmd record -e irq',
  },
  audio: { command: 'arecord -d 60 -v /dev/null', counter: 'xruns; trace-cmd record -e irq' },
  hid: { command: 'evtest beside the bulk load', counter: 'trace-cmd record -e irq -e sched_wakeup' },
  'cpu-profile': {
    command: 'perf stat -r 10 -a -e cycles,instructions, under the unmodified driver',
    counter: 'mpstat -P ALL 1; throughput of the same run',
  },
  memcpy: {
    command: 'perf stat -r 10, CPU frequency fixed',
    counter: 'trace-cmd record -p function_graph -l the completion handler',
  },
  other: { command: 'perf stat -r 10', counter: 'cat /proc/interrupts; mpstat -P ALL 1' },
};
