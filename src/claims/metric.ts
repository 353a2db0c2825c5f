import type { BaseUnit } from '../units/base-unit.ts';
import type { Better, Metric } from './claim.ts';

const LATENCY = /latenc|cyclictest|wake-?up|\brtt\b|\b[cs]?lat\b|delay|jitter|response|ping|\bp\d{2}/i;

/** What a figure measures, from its unit and from the words around it, nearest words first. */
export function metricOf(baseUnit: BaseUnit, unit: string, words: string): Metric {
  switch (baseUnit) {
    case 'B/s':
    case 'bit/s':
      return 'throughput';
    case 's':
      return timeMetric(words);
    case '1/s':
      return rateMetric(unit, words);
    case '%':
      return shareMetric(words);
    case 'B':
      return 'size';
    case '1':
      return countMetric(unit, words);
    default:
      return baseUnit satisfies never;
  }
}

/** Work done a second: more of it is better, though no metric of its own is named for it. */
const WORK =
  /^(?:[km]?(?:ops|op|iterations|loops|calls|transactions|trans|txn|queries|requests|req|reqs|messages|msgs)\/s(?:ec(?:ond)?)?|[tr]ps|TPS|Throughput_\w{1,20})$/i;

/** What the mail itself says of the direction, in the order of its nearness; undefined where it says nothing. */
export function saidBetter(words: string): Better | undefined {
  const found = /\b(?<way>higher|bigger|larger|more|lower|smaller|less) (?:is|are) better\b/i.exec(words);
  const way = found?.groups?.['way']?.toLowerCase();
  if (way === undefined) return undefined;
  return ['higher', 'bigger', 'larger', 'more'].includes(way) ? 'higher' : 'lower';
}

/** Of a figure: its metric tells, or else its unit. */
export function betterIn(metric: Metric, unit: string): Better {
  return betterOf(metric) ?? (WORK.test(unit) ? 'higher' : null);
}

/** Whether more is better; null where the words do not tell what is counted. */
export function betterOf(metric: Metric): Better {
  switch (metric) {
    case 'throughput':
    case 'iops':
    case 'frame-rate':
    case 'packet-rate':
      return 'higher';
    case 'latency':
    case 'time':
    case 'cpu-share':
    case 'cpu-load':
    case 'irq-rate':
    case 'context-switch-rate':
    case 'loss':
    case 'hardirq-time':
    case 'size':
      return 'lower';
    case 'other':
      return null;
    default:
      return metric satisfies never;
  }
}

function timeMetric(words: string): Metric {
  if (/hard ?-?irq|irqs?-off|irq (?:handler )?time/i.test(words)) return 'hardirq-time';
  return LATENCY.test(words) ? 'latency' : 'time';
}

/** Packets and pictures that did not come: "lost packets per second". */
const LOST = /\b(?:lost|dropped|missed) (?:packets?|pkts?|frames?)\b/i;

function rateMetric(unit: string, words: string): Metric {
  if (/^(?:fps$|frames?\/|packets?\/|pkts?\/)/i.test(unit) && LOST.test(words.split('\n', 1)[0] ?? ''))
    return 'loss';
  if (/iops|^ios?\//i.test(unit)) return 'iops';
  if (/^fps$|^frames?\//i.test(unit)) return 'frame-rate';
  if (/pps|^packets?\/|^pkts?\//i.test(unit)) return 'packet-rate';
  if (/^(?:irqs?|interrupts?|ints?)\//i.test(unit)) return 'irq-rate';
  if (/^(?:cs|switch(?:es)?)\/|context/i.test(unit)) return 'context-switch-rate';
  return /^errors?\//i.test(unit) ? 'loss' : 'other';
}

function shareMetric(words: string): Metric {
  if (/cpu|load|usage|utili[sz]ation|ksoftirqd|idle|softirq/i.test(words)) return 'cpu-load';
  if (/\bloss|\blost|dropped|drop rate/i.test(words)) return 'loss';
  return 'other';
}

function countMetric(unit: string, words: string): Metric {
  if (/retransmit|retr\b|error|drop|loss/i.test(`${unit} ${words}`)) return 'loss';
  return 'other';
}
