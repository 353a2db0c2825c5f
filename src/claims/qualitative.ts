import type { Metric } from './claim.ts';
import { lineAt } from './paragraphs.ts';
import type { Line } from './passage.ts';
import { bareClaim, type Settled, type Unnumbered, whereOf } from './settle.ts';
import type { View } from './view.ts';

const QUANTITIES: readonly { readonly metric: Metric; readonly name: RegExp; readonly verb?: RegExp }[] = [
  {
    metric: 'hardirq-time',
    name: /\bhard ?-?(?:irq|interrupt) time(?: of \w+)?|\btime (?:spent )?in (?:the )?hard ?-?irq(?: context)?|\birqs?-off (?:time|section|latency)/i,
  },
  { metric: 'hardirq-time', name: /\b(?:\w+ )?(?:interrupt|irq) handler\b/i, verb: /\bspeeds? up\b/i },
  { metric: 'latency', name: /\b(?:\w+ )?latency\b/i },
];
/** One of these stands in every name above. */
const NAMED = /irq|interrupt|latency/i;
const DOWN =
  /\b(?:reduc(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|lower(?:s|ed)?|shorten(?:s|ed)?|cuts?|minimi[sz]es?)\b/i;
const OWN =
  /\b(?:this|the|my|these) (?:patch|patchset|series|change|commit|patches|changes)\b|^This\b|\bapplying\b|\bwith this\b/i;
/** "may", "should", questions and plans promise; they do not claim. */
const UNSURE =
  /\b(?:may|might|should|could|would|will|want|try|hope|expect|goal|aim|to reduce|in order to|possible|whether|if)\b|\?/i;

const CLAUSE = 80;

/**
 * Sentences in which the author says, without a number, that the change itself lowers a time that a model can decide.
 * Promises, plans and praise of the form "improves performance" are no claims. One claim per metric and passage.
 */
export function readQualitative(passage: View): readonly Settled[] {
  const claims = new Map<Metric, Unnumbered>();
  for (const paragraph of passage.paragraphs) {
    for (const sentence of paragraph.sentences) {
      if (!NAMED.test(sentence.text) || !OWN.test(sentence.text) || UNSURE.test(sentence.text)) continue;
      const found = claimedQuantity(sentence.text);
      if (!found || claims.has(found.metric)) continue;
      const line = lineAt(paragraph, sentence.start + found.at);
      claims.set(found.metric, qualitativeClaim(passage, line, found));
    }
  }
  return [...claims.values()].map((claim) => ({ passage, claim, form: 'prose', draft: null }));
}

interface Claimed {
  readonly metric: Metric;
  readonly quantity: string;
  readonly at: number;
  /** From the verb on: "reduces the hard irq time of xhci". */
  readonly text: string;
}

function claimedQuantity(text: string): Claimed | undefined {
  for (const { metric, name, verb: shape = DOWN } of QUANTITIES) {
    const found = name.exec(text);
    if (!found) continue;
    const clause = text.slice(Math.max(0, found.index - CLAUSE), found.index);
    const verb = shape.exec(clause);
    if (!verb) continue;
    const words = `${clause.slice(verb.index)}${found[0]}`;
    return { metric, quantity: quantityName(found[0]), at: found.index, text: words };
  }
  return undefined;
}

function quantityName(text: string): string {
  return text.replace(/^(?:the|much|its) /i, '').trim();
}

function qualitativeClaim(passage: View, line: Line, found: Claimed): Unnumbered {
  return {
    ...bareClaim(found.metric, found.quantity),
    unit: '',
    baseUnit: 's',
    stated: { percent: null, factor: null, direction: 'down', text: found.text },
    kind: 'qualitative',
    where: whereOf(passage.messageId, line),
  };
}
