import { describe, expect, it } from 'vitest';
import type { Claims } from '../../src/claims/claim.ts';
import type { Hazard, Hcd, Model } from '../../src/model/hcd.ts';
import type { Replayed } from '../../src/replay/replay.ts';
import type { Outcome, Verdict } from '../../src/report.ts';
import { auditClaims } from '../../src/verdict/audit-claims.ts';
import { judge } from '../../src/verdict/judge.ts';
import type { Judgement, Probe } from '../../src/verdict/verdict.ts';
import { claimsOf, replayed, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const hcd: Hcd = {
  driver: 'xhci',
  hcdBh: true,
  giveback: {
    context: 'tasklet',
    lockHeld: true,
    lockDropped: false,
    lock: 'xhci->lock',
    function: 'giveback',
  },
  irq: { type: 'hard', handler: 'xhci_irq', moderationNs: 40_000 },
  buffers: { kind: 'cached' },
  enqueue: { function: 'xhci_urb_enqueue', takesLock: true },
  skbLockPairs: 4,
};

const modelled: Model = {
  driver: 'xhci',
  driverFrom: 'diff',
  source: 'diff',
  tree: null,
  era: 'E2',
  before: hcd,
  after: hcd,
  changes: [],
  unmodelled: [],
  hazards: [],
  configurations: [],
};

interface Judging {
  readonly claims: Claims;
  readonly replays?: Readonly<Record<string, Replayed>>;
  readonly model?: Model | null;
  readonly probes?: readonly Probe[];
}

function judged({ claims, replays = {}, model = modelled, probes = [] }: Judging): Judgement {
  const audited = auditClaims(claims, settings);
  return judge({ claims, audited, model, replays: new Map(Object.entries(replays)), probes }, settings);
}

function check(given: Judging, verdicts: readonly Verdict[], outcome: Outcome): Judgement {
  const judgement = judged(given);
  expect([...judgement.byClaim.values()].map(({ verdict }) => verdict)).toEqual(verdicts);
  expect(judgement.outcome).toBe(outcome);
  return judgement;
}

const not = (code: Extract<Replayed, { did: 'not' }>['why']['code'], because = 'a reason'): Replayed => ({
  did: 'not',
  why: { code, because },
});

const mean = (value: number, label = '') => ({ value, runs: 10, label });
const disk: Sketch = { unit: 'MB/s', before: mean(103.667), after: mean(103.692) };
const stick: Sketch = { unit: 'MB/s', before: mean(129.727), after: mean(130.2) };
const camera: Sketch = {
  unit: 'fps',
  metric: 'frame-rate',
  workload: 'video-capture',
  before: 26.4451,
  after: 26.3949,
};
const net = {
  unit: 'Mbit/s',
  device: 'gigabit adapter',
  conditions: { tools: ['pktgen', 'vnstat'], frameBytes: 1500 },
} as const;
const rx: Sketch = {
  ...net,
  quantity: 'RX',
  workload: 'net-rx',
  before: 933.86,
  after: 983.86,
  stated: { percent: 5, direction: 'up', text: 'about 5% for RX' },
};
const tx: Sketch = {
  ...net,
  quantity: 'TX',
  workload: 'net-tx',
  before: 830.18,
  after: 882.75,
  stated: { percent: 2, direction: 'up', text: '2% for TX' },
};
const hardirq: Sketch = {
  unit: '',
  metric: 'hardirq-time',
  quantity: 'hard irq time',
  better: 'lower',
  kind: 'qualitative',
  workload: 'other',
  stated: { direction: 'down', text: 'significantly reduces the hard irq time' },
};

describe('a patch that moves giveback to a tasklet', () => {
  const judgement = judged({
    claims: claimsOf(disk, stick, camera, rx, tx, hardirq),
    replays: {
      c1: replayed(-0.05, -0.003),
      c2: replayed(-0.06, -0.004),
      c3: replayed(0, 0),
      c4: replayed(-0.1, 0.1),
      c5: replayed(-0.4, 0.3),
      c6: replayed(-71, -38),
    },
  });

  it('agrees where nothing changes, explains no gain, and reproduces the direction of the hard-irq time', () => {
    expect([...judgement.byClaim.values()].map(({ verdict }) => verdict)).toEqual([
      'no-effect-agreed',
      'no-effect-agreed',
      'no-effect-agreed',
      'unexplained',
      'unexplained',
      'reproduced',
    ]);
  });

  it('is inconsistent because the prose disagrees with the table', () => {
    expect(judgement.outcome).toBe('inconsistent');
    expect(judgement.summary).toBe(
      "The mail's own figures disagree on one claim; four claims are as the model expects; " +
        'two claims are not explained by the change.',
    );
  });

  it('gives reasons with the numbers', () => {
    expect(judgement.byClaim.get('c4')?.because).toBe(
      'The mail has +5.4 %; in our model the change would give −0.10 … +0.10 %: ' +
        'possible, but not by the modelled mechanism.',
    );
    expect(judgement.byClaim.get('c1')?.because).toContain(
      'both inside ±0.66 %, the least such figures can show',
    );
  });

  it('asks for measurements only where something is open', () => {
    expect(judgement.byClaim.get('c1')?.settle).toBeNull();
    expect(judgement.byClaim.get('c6')?.settle).toBeNull();
    expect(judgement.byClaim.get('c4')?.settle?.runs).toBe(3);
    expect(judgement.byClaim.get('c4')?.settle?.counter).toContain('/proc/interrupts');
  });
});

describe('three configurations of one driver', () => {
  const hard = { value: 34.26, label: 'hard interrupt' };
  const tasklet = { value: 34.29, label: 'tasklet' };
  const threaded = { value: 33.44, label: 'threaded' };
  const stated = { percent: 2.4, direction: 'down', text: '2.4% as compared to tasklets' } as const;

  it('reproduces the loss, agrees on no effect and only notes the mixed baseline', () => {
    const claims = claimsOf(
      { unit: 'MB/s', before: hard, after: threaded },
      { unit: 'MB/s', before: hard, after: tasklet },
      { unit: 'MB/s', before: tasklet, after: threaded, stated },
    );
    const replays = { c1: replayed(-6.07, -0.24), c2: replayed(-0.58, -0.04), c3: replayed(-5.9, -0.2) };
    check({ claims, replays }, ['reproduced', 'no-effect-agreed', 'reproduced'], 'supported');
    const kinds = auditClaims(claims, settings)
      .byClaim.get('c3')
      ?.findings.map(({ kind }) => kind);
    expect(kinds).toContain('mixed-baseline');
  });
});

describe('buffers that are cached instead of coherent', () => {
  const about = (value: number, error: number) => ({ value, error });
  const copy = { workload: 'memcpy' } as const;
  const claims = claimsOf(
    { ...copy, unit: 'GB/s', group: 'x86', before: about(4.1, 0.9), after: about(4.4, 1) },
    {
      ...copy,
      unit: 'us',
      metric: 'time',
      better: 'lower',
      group: 'x86',
      before: about(2.5, 1),
      after: about(2.4, 1.2),
    },
    {
      ...copy,
      unit: 'MB/s',
      group: 'arm',
      before: about(33, 4),
      after: about(190, 30),
      conditions: { bufferBytes: 9600 },
      stated: { factor: 5, text: '5 times acceleration' },
    },
    {
      ...copy,
      unit: 'us',
      metric: 'time',
      better: 'lower',
      group: 'arm',
      before: about(3000, 400),
      after: about(50, 10),
    },
  );

  it('agree on x86, are reproduced on ARM, and the product that does not close makes the mail inconsistent', () => {
    const replays = {
      c1: replayed(-0.5, 0.5),
      c2: replayed(-0.5, 0.5),
      c3: replayed(300, 900),
      c4: replayed(-90, -70),
    };
    check(
      { claims, replays },
      ['no-effect-agreed', 'no-effect-agreed', 'reproduced', 'reproduced'],
      'inconsistent',
    );
    const kinds = [...auditClaims(claims, settings).byClaim.values()].map(({ findings }) =>
      findings.map(({ kind }) => kind),
    );
    expect(kinds).toEqual([
      ['within-noise'],
      ['within-noise'],
      [],
      ['stated-mismatch', 'rate-time-mismatch'],
    ]);
  });
});

describe('a claim that was not replayed', () => {
  it('keeps its reason, and nothing replayed leaves the report undetermined', () => {
    const replays = { c1: not('not-modelled', 'the model has no run that shows this') };
    const judgement = check({ claims: claimsOf(disk), replays }, ['not-modelled'], 'undetermined');
    expect(judgement.byClaim.get('c1')?.because).toBe('The model has no run that shows this.');
  });

  it.each(['self-check-failed', 'cannot-calibrate'] as const)('because of %s is undetermined', (code) => {
    check({ claims: claimsOf(disk), replays: { c1: not(code) } }, ['undetermined'], 'undetermined');
  });

  it('for want of a model is not modelled', () => {
    check({ claims: claimsOf(disk), model: null }, ['not-modelled'], 'undetermined');
  });

  it('because it has one side, or no figures, says so', () => {
    const alone: Sketch = { unit: 'MB/s', after: 120 };
    const prose: Sketch = { unit: '%', kind: 'stated-only', stated: { percent: 5, text: '5%' } };
    const judgement = check(
      { claims: claimsOf(alone, prose) },
      ['not-replayed', 'not-replayed'],
      'undetermined',
    );
    expect(judgement.byClaim.get('c1')?.because).toContain('nly one side');
  });

  it('says what the arithmetic confirms', () => {
    const beside: Sketch = { unit: 'MB/s', after: 120 };
    const interrupts: Sketch = { unit: '/s', metric: 'irq-rate', after: 3000 };
    const judgement = judged({ claims: claimsOf(beside, interrupts) });
    expect(judgement.byClaim.get('c2')?.because).toContain(
      'the arithmetic closes: 120 MB/s in commands of 120 KiB',
    );
  });

  it('beside one that was replayed leaves the outcome to the other', () => {
    const replays = { c1: replayed(-0.05, 0), c2: not('not-modelled') };
    check({ claims: claimsOf(disk, stick), replays }, ['no-effect-agreed', 'not-modelled'], 'supported');
  });
});

describe('contradicted', () => {
  const gain: Sketch = { unit: 'MB/s', before: 100, after: 120 };
  const replays = { c1: replayed(-12, -8) };

  it('needs a fully modelled series', () => {
    check({ claims: claimsOf(gain), replays }, ['contradicted'], 'contradicted');
    const unmodelled = [{ file: 'drivers/usb/host/xhci.c', why: 'a change of xhci_urb_enqueue' }];
    const judgement = check(
      { claims: claimsOf(gain), replays, model: { ...modelled, unmodelled } },
      ['undetermined'],
      'undetermined',
    );
    expect(judgement.byClaim.get('c1')?.because).toContain(
      'the change of drivers/usb/host/xhci.c is not modelled',
    );
  });

  it('needs a calibrated baseline', () => {
    const uncalibrated = replayed(-12, -8);
    if (uncalibrated.did !== 'replayed') throw new Error('not replayed');
    const replay = { ...uncalibrated.replay, calibratedOn: 'nothing: the priors stand as they are' };
    check(
      { claims: claimsOf(gain), replays: { c1: { did: 'replayed', replay } } },
      ['undetermined'],
      'undetermined',
    );
    check(
      { claims: claimsOf({ ...hardirq, stated: { direction: 'up', text: 'rises' } }), replays },
      ['undetermined'],
      'undetermined',
    );
  });
});

describe('the outcome', () => {
  const hazard: Hazard = {
    kind: 'self-deadlock',
    severity: 'error',
    trace: ['xhci_irq', 'xhci_urb_enqueue'],
    where: null,
    because: 'taken twice',
  };
  const above: Sketch = { ...net, workload: 'net-rx', before: 941.5, after: 1012.4 };
  const gain: Sketch = { unit: 'MB/s', before: 100, after: 120 };

  it('is a hazard before anything else', () => {
    const model = { ...modelled, hazards: [hazard] };
    const probes = [
      { workload: 'a mouse', deadlocks: true },
      { workload: 'usb-storage', deadlocks: false },
    ];
    const judgement = check({ claims: claimsOf(above), model, probes }, ['beyond-limit'], 'hazard');
    expect(judgement.summary).toContain('in our model a run with a mouse stops there');
    expect(judgement.summary).toContain('a test with usb-storage would not show it');
    check({ claims: claimsOf(), model }, [], 'hazard');
  });

  it('is no hazard for a warning', () => {
    const model = {
      ...modelled,
      hazards: [{ ...hazard, kind: 'pointless-drop', severity: 'warning' } as const],
    };
    check(
      { claims: claimsOf(disk), model, replays: { c1: replayed(0, 0) } },
      ['no-effect-agreed'],
      'supported',
    );
  });

  it('puts a limit before the model and the model before the arithmetic', () => {
    const replays = { c1: replayed(-0.1, 0.1), c2: replayed(-12, -8), c3: replayed(0, 0) };
    const all = claimsOf(above, gain, tx);
    const judgement = check(
      { claims: all, replays },
      ['beyond-limit', 'contradicted', 'unexplained'],
      'beyond-limit',
    );
    expect(judgement.byClaim.get('c1')?.because).toContain('is 2.6 % above 986.877 Mbit/s');
    check(
      { claims: claimsOf(gain, tx), replays: { c1: replayed(-12, -8), c2: replayed(0, 0) } },
      ['contradicted', 'unexplained'],
      'contradicted',
    );
    check({ claims: claimsOf(tx), replays: { c1: replayed(5, 8) } }, ['reproduced'], 'inconsistent');
  });

  it('counts an error that stands for the whole series', () => {
    const finding = {
      kind: 'stated-mismatch',
      severity: 'error',
      text: 'x',
      numbers: {},
      claims: [],
    } as const;
    const claims = { ...claimsOf(disk), findings: [finding] };
    check({ claims, replays: { c1: replayed(0, 0) } }, ['no-effect-agreed'], 'inconsistent');
  });

  it('of a mail without claims is nothing to evaluate', () => {
    expect(check({ claims: claimsOf() }, [], 'nothing-to-evaluate').summary).toBe(
      'The mail makes no claim that could be checked.',
    );
  });
});

describe('the words of every reason', () => {
  it('never accuse and never command', () => {
    const sketches = [
      disk,
      rx,
      tx,
      hardirq,
      { ...net, workload: 'net-rx', before: 941.5, after: 1012.4 } as const,
    ];
    const intervals = [
      [-1, 1],
      [-9, -8],
      [5, 6],
      [20, 30],
      [-0.01, 0.01],
    ] as const;
    for (const [low, high] of intervals) {
      const ids = sketches.map((_, index) => [`c${index + 1}`, replayed(low, high)] as const);
      const judgement = judged({ claims: claimsOf(...sketches), replays: Object.fromEntries(ids) });
      const texts = [judgement.summary, ...[...judgement.byClaim.values()].map(({ because }) => because)];
      for (const text of texts) {
        expect(text).not.toMatch(/wrong|mislead|you should|incorrect|false/i);
        expect(text).toMatch(/^["A-Z\d].*[.?]$/s);
      }
    }
  });
});
