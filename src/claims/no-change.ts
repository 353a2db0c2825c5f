import type { BaseUnit } from '../units/base-unit.ts';
import type { Metric } from './claim.ts';
import { lineAt } from './paragraphs.ts';
import { bareClaim, type Settled, whereOf } from './settle.ts';
import type { View } from './view.ts';

const QUANTITIES: readonly (readonly [RegExp, Metric])[] = [
  [/cpu|processor/i, 'cpu-load'],
  [/throughput|bandwidth|transfer|speed|bit ?rate|performance/i, 'throughput'],
  [/iops/i, 'iops'],
  [/frame ?rate|fps/i, 'frame-rate'],
  [/latenc|jitter|response/i, 'latency'],
  [/time/i, 'time'],
];
const QUANTITY =
  '(?<quantity>(?:cpu|processor) (?:usage|load|time|utili[sz]ation)|throughput|bandwidth|(?:transfer |read |write )?(?:speeds?|rates?)|bit ?rate|performance|iops|frame ?rate|latency|latencies|jitter|(?:boot|response|run|execution|elapsed) ?times?)';
const CHANGE =
  '(?:changes?|differences?|impact|effects?|regressions?|degradations?|drops?|loss|penalty|overhead|slow-?downs?)';
const SAME = '(?:the same|unchanged|identical|unaffected|equal|similar)';

/** "no measurable change in throughput", "no performance regression", "CPU usage has no obvious difference". */
const SHAPES: readonly RegExp[] = [
  new RegExp(
    `\\bno (?:[a-z]+ ){0,2}?${CHANGE} (?:in|on|of|for|to|in terms of) (?:the )?(?:[a-z]+ )?${QUANTITY}`,
    'i',
  ),
  new RegExp(`\\bno (?:[a-z]+ ){0,2}?${QUANTITY} ${CHANGE}`, 'i'),
  new RegExp(
    `\\b${QUANTITY}(?: and [a-z]+)? (?:has|have|had|shows?|showed|shown) no (?:[a-z]+ )?${CHANGE}`,
    'i',
  ),
  new RegExp(
    `\\b${QUANTITY}(?: and [a-z]+)? (?:is|are|was|were|remains?|stays?) (?:about |almost |nearly |still |roughly |pretty much )?${SAME}\\b`,
    'i',
  ),
];
/** One of these stands in every such sentence, and in few others. */
const SAID = /\bno\b|\bsame\b|unchanged|identical|unaffected|equal|similar/i;
/** What says that somebody looked: without it "no performance impact" is a hope. */
const SEEN =
  /\b(?:measur\w*|observ\w*|seen|saw|see|notic\w*|test(?:s|ed|ing)?|benchmark\w*|compar\w*|with (?:and|or|and\/or) without|obvious|visible|significant|results?|almost|nearly|about|roughly|pretty much)\b/i;
const UNSURE =
  /\b(?:may|might|should|could|would|will|want|hope|expect\w*|assum\w*|whether|if|ensure|make sure|must|in theory|theoretical\w*)\b|\?/i;

/**
 * Sentences in which the author says that a quantity stayed what it was, and how he knows. They have no figures and no
 * direction: there is nothing to replay, but a reader should see that it was claimed. One for each quantity of a
 * passage.
 */
export function readNoChange(view: View): readonly Settled[] {
  if (view.depth > 0) return [];
  const found = new Map<string, Settled>();
  for (const paragraph of view.paragraphs) {
    for (const sentence of paragraph.sentences) {
      const same = sentence.text.length > SENTENCE_CHARACTERS ? null : saidSame(sentence.text);
      if (!same || found.has(same.quantity)) continue;
      const line = lineAt(paragraph, sentence.start + same.at);
      const claim = {
        ...bareClaim(same.metric, same.quantity),
        better: null,
        unit: '',
        baseUnit: BASE_UNITS[same.metric] ?? '1',
        stated: { percent: null, factor: null, direction: null, text: same.text },
        kind: 'qualitative' as const,
        where: whereOf(view.messageId, line),
      };
      found.set(same.quantity, { passage: view, claim, form: 'prose', draft: null });
    }
  }
  return [...found.values()];
}

/** What its figures would be in, if there were any. */
const BASE_UNITS: Partial<Record<Metric, BaseUnit>> = {
  'cpu-load': '%',
  throughput: 'B/s',
  iops: '1/s',
  'frame-rate': '1/s',
  latency: 's',
  time: 's',
};

const SENTENCE_CHARACTERS = 1_000;

interface Same {
  readonly quantity: string;
  readonly metric: Metric;
  readonly at: number;
  readonly text: string;
}

function saidSame(text: string): Same | undefined {
  if (!SAID.test(text) || UNSURE.test(text) || !SEEN.test(text)) return undefined;
  for (const shape of SHAPES) {
    const found = shape.exec(text);
    const quantity = found?.groups?.['quantity'];
    const metric = QUANTITIES.find(([name]) => name.test(quantity ?? ''))?.[1];
    if (found && quantity !== undefined && metric)
      return { quantity, metric, at: found.index, text: found[0] };
  }
  return undefined;
}
