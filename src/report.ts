import { z } from 'zod';

/**
 * The contract `giveback.report/1`: one object is the whole result of an evaluation, and every face is rendered
 * from it and from nothing else. Field names and unions are fixed; adding fields is free, renaming one is a new version.
 */
const severity = z.enum(['info', 'warning', 'error']);
const nullableText = z.string().nullable();

const finding = z.strictObject({
  kind: z.enum([
    'stated-mismatch',
    'rate-time-mismatch',
    'limit-saturated',
    'convention-limit',
    'within-noise',
    'no-spread',
    'omitted-worse',
    'unit-ambiguous',
    'unit-slip',
    'digits-coincide',
    'retracted',
    'copied-from-version',
    'mixed-baseline',
    'instruction-count-only',
    'forced-path',
  ]),
  severity,
  text: z.string(),
  numbers: z.record(z.string(), z.number()),
});

const address = z.strictObject({ name: z.string(), address: nullableText });

const patch = z.strictObject({
  index: z.int(),
  subject: z.string(),
  messageId: nullableText,
  from: z.enum(['inline', 'attachment', 'quoted', 'diffless']),
  files: z.array(
    z.strictObject({ path: z.string(), oldPath: nullableText, added: z.int(), removed: z.int() }),
  ),
  patchId: nullableText,
});

/** Something a reader complained about: `text` says it in one line. */
const problem = z.strictObject({
  code: z.string(),
  text: z.string(),
  messageId: nullableText,
  line: z.int().nullable(),
});

const series = z.strictObject({
  subject: z.string(),
  version: z.int(),
  total: z.int(),
  rfc: z.boolean(),
  resend: z.boolean(),
  submission: z.boolean(),
  author: address.nullable(),
  date: nullableText,
  baseCommit: nullableText,
  changeId: nullableText,
  coverLetter: z.boolean(),
  complete: z.boolean(),
  missing: z.array(z.int()),
  patches: z.array(patch),
  trailers: z.array(z.strictObject({ key: z.string(), value: z.string(), messageId: nullableText })),
  versions: z.array(z.strictObject({ version: z.int(), messageId: nullableText })),
  replies: z.int(),
});

const hcd = z.strictObject({
  driver: z.string(),
  hcdBh: z.boolean(),
  giveback: z.strictObject({
    context: z.enum(['hardirq', 'tasklet', 'bh-workqueue', 'threaded-irq', 'workqueue', 'kthread']),
    lockHeld: z.boolean(),
    lockDropped: z.boolean(),
    lock: z.string(),
    function: z.string(),
  }),
  irq: z.strictObject({
    type: z.enum(['hard', 'threaded', 'forced-threaded']),
    handler: z.string(),
    moderationNs: z.int(),
    isocEvents: z.strictObject({ every: z.int().nullable(), least: z.int() }).optional(),
  }),
  buffers: z.strictObject({ kind: z.enum(['coherent', 'cached']) }),
  enqueue: z.strictObject({ function: z.string(), takesLock: z.boolean() }),
  skbLockPairs: z.int(),
  byteQueueLimits: z.literal(true).optional(),
  uvcHeader: z.enum(['in-place', 'copied']).optional(),
  /** What a device controller plays; there when the driver is of one. */
  gadget: z
    .strictObject({
      storageBuffers: z.int(),
      storageBufferBytes: z.int(),
      etherQmult: z.int(),
      isEtherThrottled: z.boolean(),
    })
    .optional(),
});

const hazard = z.strictObject({
  kind: z.enum([
    'self-deadlock',
    'lock-order',
    'sleep-in-atomic',
    'pointless-drop',
    'ksoftirqd-giveback',
    'irq-unsafe-lock',
    'list-iteration',
    'stale-pointer',
    'irqs-on-complete',
    'bandwidth-churn',
    'missing-oneshot',
    'dma-buffer',
    'latency-inversion',
    'missing-teardown',
  ]),
  severity: z.enum(['error', 'warning']),
  trace: z.array(z.string()),
  where: z.strictObject({ file: z.string(), line: z.int() }).nullable(),
  because: z.string(),
});

/** A state of the kernel's sources. `ageDays` counts to the mail; negative for a tree that is younger. */
const treeBase = z.strictObject({
  how: z.enum(['base-commit', 'named', 'index-lines', 'tag', 'head', 'given']),
  name: z.string(),
  commit: nullableText,
  date: nullableText,
  ageDays: z.int().nullable(),
});

/** The tree a series was read on, and what it did not take; a model that is not read from it says so in `source`. */
const treeUse = treeBase.extend({
  refused: z.array(z.strictObject({ path: z.string(), hunk: z.int(), why: z.string() })),
  /** Where the driver in the tree is not as config/hcd expects. */
  differences: z.array(
    z.strictObject({ what: z.string(), expected: z.string(), found: z.string(), source: z.string() }),
  ),
  appliesOn: treeBase.nullable(),
  basesTried: z.int(),
});

const model = z.strictObject({
  driver: z.string(),
  /** What names the driver; `default` is what most machines have. Absent in reports from before there was one. */
  driverFrom: z.enum(['diff', 'text', 'default']).optional(),
  source: z.enum(['tree', 'diff', 'text']),
  /** Null when there was no tree at hand. Absent in reports from before there was one. */
  tree: treeUse.nullable().optional(),
  era: z.enum(['E0', 'E1', 'E2', 'E3', 'E4']).nullable(),
  before: hcd,
  after: hcd,
  changes: z.array(
    z.strictObject({
      kind: z.string(),
      from: z.string(),
      to: z.string(),
      file: nullableText,
      line: z.int().nullable(),
      evidence: z.string(),
    }),
  ),
  unmodelled: z.array(z.strictObject({ file: z.string(), why: z.string() })),
  hazards: z.array(hazard),
  configurations: z.array(z.strictObject({ label: z.string(), hcd })),
});

const side = z.strictObject({
  value: z.number(),
  base: z.number(),
  error: z.number().nullable(),
  errorKind: z.enum(['unspecified', 'sd', 'se', 'ci95', 'range']).nullable(),
  runs: z.int().nullable(),
  label: z.string(),
});

const percentiles = z.strictObject({ p05: z.number(), p50: z.number(), p95: z.number() });

const influence = z.strictObject({ parameter: z.string(), share: z.number() });

/** When the interrupted core has its interrupts off: windows of one short stretch, in nanoseconds from its beginning. */
const irqsOffSide = z.strictObject({
  longestNs: z.int(),
  windows: z.array(
    z.strictObject({
      startNs: z.int(),
      endNs: z.int(),
      context: z.enum(['hardirq', 'softirq', 'thread']),
    }),
  ),
});

const replay = z.strictObject({
  before: percentiles,
  after: percentiles,
  deltaPercent: percentiles,
  samples: z.int(),
  seed: z.int(),
  calibratedOn: z.string(),
  closedForm: z.number().nullable(),
  decidedBy: influence.nullable(),
  /** Strongest first; empty in a report of a version that did not keep them. */
  sensitivity: z.array(influence).default([]),
  implied: z
    .strictObject({
      parameter: z.string(),
      needed: z.number(),
      plausible: z.strictObject({ low: z.number(), high: z.number() }),
      verdict: z.enum(['plausible', 'implausible']),
    })
    .nullable(),
  /** Absent in reports from before there was one. */
  timeline: z
    .strictObject({ spanNs: z.int(), before: irqsOffSide, after: irqsOffSide })
    .nullable()
    .optional(),
  events: z.int(),
});

const verdict = z.enum([
  'no-effect-agreed',
  'reproduced',
  'direction-only',
  'unexplained',
  'contradicted',
  'undetermined',
  'beyond-limit',
  'not-modelled',
  'not-replayed',
]);

const claim = z.strictObject({
  id: z.string(),
  metric: z.enum([
    'throughput',
    'latency',
    'time',
    'frame-rate',
    'cpu-share',
    'cpu-load',
    'irq-rate',
    'context-switch-rate',
    'iops',
    'packet-rate',
    'loss',
    'hardirq-time',
    'size',
    'other',
  ]),
  quantity: z.string(),
  unit: z.string(),
  baseUnit: z.enum(['bit/s', 'B/s', 's', '1/s', '%', '1', 'B']),
  better: z.enum(['higher', 'lower']).nullable(),
  workload: z.enum([
    'storage-read',
    'storage-write',
    'net-rx',
    'net-tx',
    'video-capture',
    'audio',
    'hid',
    'cpu-profile',
    'memcpy',
    'other',
  ]),
  device: nullableText,
  machine: nullableText,
  before: side.nullable(),
  after: side.nullable(),
  values: z.array(side),
  deltaPercent: z.number().nullable(),
  stated: z
    .strictObject({
      percent: z.number().nullable(),
      factor: z.number().nullable(),
      direction: z.enum(['up', 'down']).nullable(),
      text: z.string(),
    })
    .nullable(),
  kind: z.enum(['measured', 'stated-only', 'qualitative']),
  where: z.strictObject({ messageId: nullableText, line: z.int().min(1), text: z.string().max(200) }),
  limits: z.array(
    z.strictObject({
      name: z.string(),
      convention: z.string(),
      base: z.number(),
      ratio: z.number(),
      source: z.string(),
    }),
  ),
  findings: z.array(finding),
  replay: replay.nullable(),
  verdict,
  because: z.string(),
  settle: z
    .strictObject({ runs: z.int().nullable(), command: nullableText, counter: nullableText })
    .nullable(),
});

export const reportSchema = z.strictObject({
  schema: z.literal('giveback.report/1'),
  tool: z.strictObject({ name: z.literal('giveback'), version: z.string() }),
  input: z.strictObject({
    kind: z.enum(['mail', 'archive-page', 'pull-request', 'patch']),
    messageId: nullableText,
    url: nullableText,
    sha256: z.string(),
  }),
  series,
  model: model.nullable(),
  claims: z.array(claim),
  findings: z.array(finding.extend({ claims: z.array(z.string()) })),
  problems: z.array(problem),
  outcome: z.enum([
    'hazard',
    'beyond-limit',
    'contradicted',
    'inconsistent',
    'unexplained',
    'undetermined',
    'supported',
    'nothing-to-evaluate',
  ]),
  summary: z.string(),
  reproduce: z.strictObject({
    command: z.string(),
    seed: z.int(),
    configSha256: z.string(),
    modelVersion: z.string(),
  }),
});

export type Report = z.infer<typeof reportSchema>;
export type ReportClaim = Report['claims'][number];
export type ReportFinding = Report['findings'][number];
export type ClaimLimit = ReportClaim['limits'][number];
export type Verdict = z.infer<typeof verdict>;
export type Outcome = Report['outcome'];

/** The contract as JSON Schema, which `giveback schema` prints. */
export function reportJsonSchema(): object {
  return z.toJSONSchema(reportSchema, { target: 'draft-2020-12' });
}
