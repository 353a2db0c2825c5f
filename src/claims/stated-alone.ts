import type { Metric } from './claim.ts';
import { bareClaim, type Settled, type Unnumbered, whereOf } from './settle.ts';
import type { Statement } from './statement.ts';

/** What a percentage must speak of to be a claim by itself. */
const QUANTITIES: readonly (readonly [RegExp, Metric])[] = [
  [/\b(?:cpu|processor) (?:usage|load|time|utili[sz]ation|cycles)\b/i, 'cpu-load'],
  [/\b(?:throughput|bandwidth|transfer (?:rate|speed)|performa?n?ce|speed|bit ?rate)\b/i, 'throughput'],
  [/\b(?:fast|quick)(?:er|ly)?\b|\bspeed(?:s|ed|ing)?[ -]?ups?\b/i, 'throughput'],
  [/\biops\b/i, 'iops'],
  [/\bcontext switch(?:es)?\b/i, 'context-switch-rate'],
  [/\b(?:number of )?(?:interrupts|irqs)\b/i, 'irq-rate'],
  [
    /\bnumber of (?:\w+ )?(?:ipis|wake-?ups|page faults|faults|(?:\w+ )?misses|flushes|shootdowns|syscalls|system calls|hypercalls|exits|allocations|accesses|reads|writes|retransmi\w+|copies|round-?trips|transactions)\b/i,
    'other',
  ],
  [/\b(?:memory|ram) (?:usage|use|consumption|footprint|overhead)\b|\bcode size\b/i, 'size'],
  [/\b(?:latency|latencies|response time|jitter)\b/i, 'latency'],
  [/\b(?:execution|run|boot|load|copy|completion|elapsed|probe) ?times?\b/i, 'time'],
];

/** Plans, wishes, limits and questions claim nothing. */
const UNSURE =
  /\b(?:may|might|could|would|should|expect\w*|hope\w*|theoretical\w*|ideally|assum\w*|suppos\w*|if|whether|up to|limit\w*|reserve\w*|at least|at most|allow\w*)\b|\?/i;
/** What makes a percentage a result of the change: somebody did, saw or measured something. */
const RESULT =
  /\b(?:patch\w*|revert\w*|commit|series|changes?|gave|gives?|results?|improv\w*|regress\w*|saw|seen?|sees|measured|observed|shows?|showed|causes?|caused|now|after|lead\w*|applied|applying|this (?:halves|doubles|triples|cuts|reduces|speeds|makes))\b/i;
const NEAR = 60;

/**
 * The claim that a statement makes when no figures stand beside it: its clause must say what changed and which way, and
 * its sentence that it came of the change. Undefined for everything else that carries a percentage.
 */
export function statedAlone(statement: Statement): Settled | undefined {
  const { passage, line, sentence, figure, stated } = statement;
  if (passage.depth > 0 || stated.direction === null) return undefined;
  // The title of a patch speaks of the change by being one.
  const isResult = passage.place === 'subject' || RESULT.test(sentence);
  if (UNSURE.test(sentence) || !isResult) return undefined;
  const [name, metric] = spokenOf(statement) ?? [];
  if (name === undefined || metric === undefined) return undefined;
  const claim: Unnumbered = {
    ...bareClaim(metric, name),
    unit: figure.unit,
    baseUnit: figure.baseUnit,
    stated,
    kind: 'stated-only',
    where: whereOf(passage.messageId, line),
  };
  return { passage, claim, form: 'prose', draft: null };
}

/** Plans, wishes and limits: what they name is no result, and no figure that misses it is wrong. */
export function isUnsure(text: string): boolean {
  return UNSURE.test(text);
}

/** The quantity named nearest to the figure: behind it first, since "27% in throughput" is the usual order. */
export function spokenOf({ front, behind }: Statement): readonly [string, Metric] | undefined {
  const parts = [
    { text: behind.slice(0, NEAR), nearest: (a: number, b: number): number => a - b },
    { text: front.slice(-NEAR), nearest: (a: number, b: number): number => b - a },
  ];
  for (const { text, nearest } of parts) {
    const found = QUANTITIES.flatMap(([shape, metric]) => {
      const match = shape.exec(text);
      return match ? [{ at: match.index, name: match[0], metric }] : [];
    });
    const [first] = found.toSorted((a, b) => nearest(a.at, b.at));
    if (first) return [first.name, first.metric];
  }
  return undefined;
}
