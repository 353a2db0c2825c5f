import fc from 'fast-check';
import type { Report, ReportClaim } from '../../src/report.ts';

/**
 * What an attacker writes where a report carries text from outside: each is harmless as text and does harm once
 * something takes it for a control, a header, a mention, markup, a command or a trailer.
 */
export const HOSTILE_TEXTS: readonly string[] = [
  '\u001b[2J\u001b[31mgone',
  'rate \u202es/BM 5\u202c',
  'zero\u200bwidth\ufeff',
  'tag\u{e0041}character',
  'half \ud800 surrogate',
  'x\r\nBcc: everyone@lists.example\r\n\r\nbody',
  '=?utf-8?Q?=0D=0ABcc:_evil@x.example?=',
  '"Smith, evil@x.example" <a@b.example>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></style></details><h1>big</h1>',
  '<!-- giveback:v1 key=pr/1 head=0 digest=0 -->',
  'javascript:alert(1)',
  '[click](https://evil.example/x) ![i](https://evil.example/y.png)',
  'see https://evil.example/a?b=c and www.evil.example',
  '@torvalds and @rust-timer build',
  'closes #1, fixes org/repo#2, GH-3, 0123456789abcdef0123456789abcdef01234567',
  '| a | b |\n|---|---|\n`code` ``` ~~~ $x^2$ :tada: **bold** __bold__',
  '\n/giveback rerun\n/test all\n',
  'giveback: stop list',
  'Acked-by: Somebody Important <top@kernel.example>',
  '\nReviewed-by: Nobody\n-- \nFrom nobody Mon Sep 17 00:00:00 2001',
  '> > quoted\n.\nQUIT',
  '{{7*7}} <%= 7*7 %> %s %n',
  '日本語の見出し, naïve Ünïcode — “quotes”',
  'a'.repeat(199),
  '',
];

/** Text from outside: hostile, ordinary, or any code points at all. */
export const outsideText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('RX', 'hard drive read', 'usbnet_bh', 'MB/s', 'fps', 'xhci->lock'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE_TEXTS))
      .map(([a, b]) => a + b),
  },
);

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const several = <T>(arbitrary: fc.Arbitrary<T>, maxLength = 4) => fc.array(arbitrary, { maxLength });
const real = fc.oneof(
  fc.constantFrom(0, 1, -1, 5.354, 933.86, 0.0001, -71.26, 1e12),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);
const natural = fc.integer({ min: 0, max: 1_000_000 });
const lineNumber = fc.integer({ min: 1, max: 10_000 });
const date = fc.constantFrom(
  '2019-04-01T23:16:11+09:00',
  '2026-02-28T00:00:00Z',
  '2024-02-29T12:00:00-05:30',
);
const hash = fc.constantFrom('0'.repeat(64), 'ab12'.repeat(16));

const severity = fc.constantFrom('info', 'warning', 'error');
const finding = fc.record({
  kind: fc.constantFrom('stated-mismatch', 'limit-saturated', 'within-noise', 'no-spread', 'omitted-worse'),
  severity,
  text: outsideText,
  numbers: fc.dictionary(fc.constantFrom('stated', 'noiseReachPercent', 'limit'), real),
});

const hcd = fc.record({
  driver: outsideText,
  hcdBh: fc.boolean(),
  giveback: fc.record({
    context: fc.constantFrom('hardirq', 'tasklet', 'bh-workqueue', 'threaded-irq', 'workqueue', 'kthread'),
    lockHeld: fc.boolean(),
    lockDropped: fc.boolean(),
    lock: outsideText,
    function: outsideText,
  }),
  irq: fc.record({
    type: fc.constantFrom('hard', 'threaded', 'forced-threaded'),
    handler: outsideText,
    moderationNs: natural,
  }),
  buffers: fc.record({ kind: fc.constantFrom('coherent', 'cached') }),
  enqueue: fc.record({ function: outsideText, takesLock: fc.boolean() }),
  skbLockPairs: fc.integer({ min: 0, max: 9 }),
});

const place = fc.record({ file: outsideText, line: lineNumber });
const model = fc.record({
  driver: outsideText,
  source: fc.constantFrom('tree', 'diff', 'text'),
  era: orNull(fc.constantFrom('E0', 'E1', 'E2', 'E3', 'E4')),
  before: hcd,
  after: hcd,
  changes: several(
    fc.record({
      kind: outsideText,
      from: outsideText,
      to: outsideText,
      file: orNull(outsideText),
      line: orNull(lineNumber),
      evidence: outsideText,
    }),
  ),
  unmodelled: several(fc.record({ file: outsideText, why: outsideText })),
  hazards: several(
    fc.record({
      kind: fc.constantFrom('self-deadlock', 'lock-order', 'sleep-in-atomic', 'pointless-drop'),
      severity: fc.constantFrom('error', 'warning'),
      trace: several(outsideText),
      where: orNull(place),
      because: outsideText,
    }),
    2,
  ),
  configurations: several(fc.record({ label: outsideText, hcd }), 2),
});

const side = fc.record({
  value: real,
  base: real,
  error: orNull(real.map(Math.abs)),
  errorKind: orNull(fc.constantFrom('unspecified', 'sd', 'se', 'ci95', 'range')),
  runs: orNull(natural),
  label: outsideText,
});

const percentiles = fc
  .tuple(real, real, real)
  .map((three) => three.toSorted((a, b) => a - b))
  .map(([p05 = 0, p50 = 0, p95 = 0]) => ({ p05, p50, p95 }));

const implied = fc.record({
  parameter: outsideText,
  needed: real,
  plausible: fc.record({ low: real, high: real }),
  verdict: fc.constantFrom('plausible', 'implausible'),
});

const influence = fc.record({ parameter: outsideText, share: fc.double({ min: 0, max: 1, noNaN: true }) });

const irqsOffWindow = fc
  .tuple(
    fc.nat(1_000_000),
    fc.nat(100_000),
    fc.constantFrom('hardirq' as const, 'softirq' as const, 'thread' as const),
  )
  .map(([startNs, ns, context]) => ({ startNs, endNs: startNs + ns, context }));

const irqsOffSide = fc.record({ longestNs: fc.nat(), windows: fc.array(irqsOffWindow, { maxLength: 5 }) });

const timeline = fc.record({ spanNs: fc.nat(), before: irqsOffSide, after: irqsOffSide });

const replay = fc.record({
  before: percentiles,
  after: percentiles,
  deltaPercent: percentiles,
  samples: natural,
  seed: natural,
  calibratedOn: outsideText,
  closedForm: orNull(real),
  decidedBy: orNull(influence),
  sensitivity: fc.array(influence, { maxLength: 5 }),
  implied: orNull(implied),
  timeline: orNull(timeline),
  events: natural,
});

const verdict = fc.constantFrom(
  'no-effect-agreed',
  'reproduced',
  'direction-only',
  'unexplained',
  'contradicted',
  'undetermined',
  'beyond-limit',
  'not-modelled',
  'not-replayed',
);

const stated = fc.record({
  percent: orNull(real),
  factor: orNull(real),
  direction: orNull(fc.constantFrom('up', 'down')),
  text: outsideText,
});

const limit = fc.record({
  name: outsideText,
  convention: outsideText,
  base: real,
  ratio: real,
  source: outsideText,
});

const claim = fc.record({
  id: fc.constant('c1'),
  metric: fc.constantFrom('throughput', 'latency', 'frame-rate', 'cpu-share', 'hardirq-time', 'other'),
  quantity: outsideText,
  unit: outsideText,
  baseUnit: fc.constantFrom('bit/s', 'B/s', 's', '1/s', '%', '1', 'B'),
  better: orNull(fc.constantFrom('higher', 'lower')),
  workload: fc.constantFrom('storage-read', 'net-rx', 'video-capture', 'cpu-profile', 'other'),
  device: orNull(outsideText),
  machine: orNull(outsideText),
  before: orNull(side),
  after: orNull(side),
  values: several(side, 2),
  deltaPercent: orNull(real),
  stated: orNull(stated),
  kind: fc.constantFrom('measured', 'stated-only', 'qualitative'),
  where: fc.record({
    messageId: fc.constantFrom(null, 'parent@author.example'),
    line: fc.integer({ min: 1, max: 20 }),
    text: outsideText.map((text) => text.slice(0, 200)),
  }),
  limits: several(limit, 2),
  findings: several(finding, 2),
  replay: orNull(replay),
  verdict,
  because: outsideText,
  settle: orNull(
    fc.record({ runs: orNull(natural), command: orNull(outsideText), counter: orNull(outsideText) }),
  ),
}) satisfies fc.Arbitrary<ReportClaim>;

const claims = fc
  .array(claim, { maxLength: 12 })
  .map((all) => all.map((one, index) => ({ ...one, id: `c${index + 1}` })));

const patch = fc.record({
  index: lineNumber,
  subject: outsideText,
  messageId: orNull(outsideText),
  from: fc.constantFrom('inline', 'attachment', 'quoted', 'diffless'),
  files: several(
    fc.record({ path: outsideText, oldPath: orNull(outsideText), added: natural, removed: natural }),
  ),
  patchId: orNull(outsideText),
});

const series = fc.record({
  subject: outsideText,
  version: lineNumber,
  total: natural,
  rfc: fc.boolean(),
  resend: fc.boolean(),
  submission: fc.boolean(),
  author: orNull(fc.record({ name: outsideText, address: orNull(outsideText) })),
  date: orNull(date),
  baseCommit: orNull(outsideText),
  changeId: orNull(outsideText),
  coverLetter: fc.boolean(),
  complete: fc.boolean(),
  missing: several(lineNumber),
  patches: several(patch),
  trailers: several(fc.record({ key: outsideText, value: outsideText, messageId: orNull(outsideText) })),
  versions: several(fc.record({ version: lineNumber, messageId: orNull(outsideText) })),
  replies: natural,
});

/** Any report that the contract allows, with text from outside wherever the contract lets it stand. */
export const anyReport: fc.Arbitrary<Report> = fc.record({
  schema: fc.constant('giveback.report/1'),
  tool: fc.record({ name: fc.constant('giveback'), version: fc.constant('0.1.0') }),
  input: fc.record({
    kind: fc.constantFrom('mail', 'archive-page', 'pull-request', 'patch'),
    messageId: orNull(outsideText),
    url: orNull(outsideText),
    sha256: hash,
  }),
  series,
  model: orNull(model),
  claims,
  findings: several(finding.map((found) => ({ ...found, claims: ['c1'] }))),
  problems: several(
    fc.record({
      code: fc.constant('unit-unknown'),
      text: outsideText,
      messageId: orNull(outsideText),
      line: orNull(lineNumber),
    }),
  ),
  outcome: fc.constantFrom(
    'hazard',
    'beyond-limit',
    'contradicted',
    'inconsistent',
    'unexplained',
    'undetermined',
    'supported',
    'nothing-to-evaluate',
  ),
  summary: outsideText,
  reproduce: fc.record({
    command: outsideText,
    seed: natural,
    configSha256: hash,
    modelVersion: fc.constant('1'),
  }),
});
