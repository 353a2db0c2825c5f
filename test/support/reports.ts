import type { Report, ReportClaim } from '../../src/report.ts';

type Model = NonNullable<Report['model']>;
type Hcd = Model['before'];
type Hazard = Model['hazards'][number];
type Replay = NonNullable<ReportClaim['replay']>;
type Side = NonNullable<ReportClaim['before']>;

export function side(value: number, label: string, error: number | null = null): Side {
  return {
    value,
    base: value * 1e6,
    error,
    errorKind: error === null ? null : 'unspecified',
    runs: null,
    label,
  };
}

export function claimOf(overrides: Partial<ReportClaim> = {}): ReportClaim {
  return {
    id: 'c1',
    metric: 'throughput',
    quantity: 'disk read',
    unit: 'MB/s',
    baseUnit: 'B/s',
    better: 'higher',
    workload: 'storage-read',
    device: null,
    machine: null,
    before: side(112.31, 'without tasklet'),
    after: side(112.27, 'with tasklet'),
    values: [],
    deltaPercent: -0.0356,
    stated: null,
    kind: 'measured',
    where: { messageId: 'a@b.example', line: 12, text: '112.31MB/s | 112.27MB/s' },
    limits: [],
    findings: [],
    replay: null,
    verdict: 'not-modelled',
    because: 'nothing of it is modelled.',
    settle: null,
    ...overrides,
  };
}

export const percentiles = (p05: number, p50: number, p95: number) => ({ p05, p50, p95 });

export function replayOf(overrides: Partial<Replay> = {}): Replay {
  return {
    before: percentiles(890e6, 893e6, 897e6),
    after: percentiles(895e6, 899e6, 905e6),
    deltaPercent: percentiles(0.1, 0.7, 1.3),
    samples: 64,
    seed: 1,
    calibratedOn: 'wireBitsPerSec to 893.4 Mbit/s',
    closedForm: 0.6,
    decidedBy: { parameter: 'softirqNs', share: 0.63 },
    sensitivity: [
      { parameter: 'softirqNs', share: 0.63 },
      { parameter: 'machineClass', share: 0.21 },
      { parameter: 'interruptEntryNs', share: 0.004 },
    ],
    implied: {
      parameter: 'softirqNs',
      needed: 1234.5,
      plausible: { low: 50, high: 500 },
      verdict: 'implausible',
    },
    timeline: {
      spanNs: 40_000,
      before: {
        longestNs: 15_202,
        windows: [
          { startNs: 0, endNs: 5606, context: 'hardirq' },
          { startNs: 9836, endNs: 10_929, context: 'thread' },
        ],
      },
      after: {
        longestNs: 2773,
        windows: [
          { startNs: 0, endNs: 2773, context: 'hardirq' },
          { startNs: 3423, endNs: 3466, context: 'softirq' },
        ],
      },
    },
    events: 1000,
    ...overrides,
  };
}

export function hcdOf(overrides: Partial<Hcd> = {}): Hcd {
  return {
    driver: 'xhci',
    hcdBh: false,
    giveback: {
      context: 'hardirq',
      lockHeld: false,
      lockDropped: true,
      lock: 'xhci->lock',
      function: 'xhci_giveback',
    },
    irq: { type: 'hard', handler: 'xhci_irq', moderationNs: 40_000 },
    buffers: { kind: 'cached' },
    enqueue: { function: 'xhci_urb_enqueue', takesLock: true },
    skbLockPairs: 4,
    ...overrides,
  };
}

export function hazardOf(overrides: Partial<Hazard> = {}): Hazard {
  return {
    kind: 'self-deadlock',
    severity: 'error',
    trace: ['xhci_irq takes xhci->lock', 'xhci_urb_enqueue takes xhci->lock'],
    where: { file: 'drivers/usb/host/xhci-ring.c', line: 643 },
    because: 'the completion handler submits again while the lock is held.',
    ...overrides,
  };
}

export function modelOf(overrides: Partial<Model> = {}): Model {
  return {
    driver: 'xhci',
    source: 'diff',
    era: 'E2',
    before: hcdOf(),
    after: hcdOf(),
    changes: [],
    unmodelled: [],
    hazards: [],
    configurations: [],
    ...overrides,
  };
}

export function reportOf(overrides: Partial<Report> = {}): Report {
  return {
    schema: 'giveback.report/1',
    tool: { name: 'giveback', version: '0.0.0' },
    input: { kind: 'mail', messageId: 'a@b.example', url: null, sha256: '0'.repeat(64) },
    series: {
      subject: 'usb: xhci: give back from the tasklet',
      version: 2,
      total: 1,
      rfc: false,
      resend: false,
      submission: true,
      author: { name: 'A', address: 'a@b.example' },
      date: '2019-03-12T10:15:00+01:00',
      baseCommit: null,
      changeId: null,
      coverLetter: false,
      complete: true,
      missing: [],
      patches: [
        {
          index: 1,
          subject: 'give back',
          messageId: 'a@b.example',
          from: 'inline',
          files: [],
          patchId: null,
        },
      ],
      trailers: [],
      versions: [{ version: 2, messageId: 'a@b.example' }],
      replies: 0,
    },
    model: null,
    claims: [],
    findings: [],
    problems: [],
    outcome: 'undetermined',
    summary: 'Nothing was judged.',
    reproduce: {
      command: 'giveback evaluate x.mbox --seed 1',
      seed: 1,
      configSha256: '0'.repeat(64),
      modelVersion: '1',
    },
    ...overrides,
  };
}
