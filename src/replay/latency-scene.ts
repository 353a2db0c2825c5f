import { commandTimeScene } from './command-time-scene.ts';
import { isOfCamera } from './hardirq-scene.ts';
import { latencyStatistic } from './latency-statistic.ts';
import { longestWord } from './machine-class.ts';
import type { NotReplayed } from './replay.ts';
import { type Asked, type Scene, wordsOf } from './scene.ts';
import { restKnob, shareScene } from './share-scene.ts';
import { sidesOf } from './sides-of.ts';
import { streamOf } from './stream.ts';
import { meanUrbLatencyNs } from './urb-latency.ts';

const IRQS_OFF = ['irqsoff', 'irqs-off', 'irqs off', 'irq-off', 'interrupts off', 'interrupts disabled'];
const OF_AN_URB = ['urb', 'urbs', 'giveback', 'completion', 'completions', 'complete()'];
const OF_A_TIMER = ['cyclictest', 'scheduling latency', 'wakeup latency', 'wake-up latency'];

/** Two moments in the life of a transfer, or of a core, and the time between them. Source: usb-model, sections 2 and 8.2 */
export function latencyScene(asked: Asked): Scene | NotReplayed | null {
  const text = wordsOf(asked.claim);
  if (longestWord(text, OF_A_TIMER) > 0) return withoutTimers();
  if (longestWord(text, IRQS_OFF) > 0) return irqsOffScene(onSomeDevice(asked));
  if (longestWord(text, OF_AN_URB) > 0) return urbScene(onSomeDevice(asked));
  return isOfDisk(asked) ? commandScene(asked) : urbScene(asked);
}

/** A path that all devices share can be shown on any of them: a camera where the text has one, else a disk. */
function onSomeDevice(asked: Asked): Asked {
  const { claim } = asked;
  if (claim.workload !== 'other') return asked;
  return { ...asked, claim: { ...claim, workload: isOfCamera(asked) ? 'video-capture' : 'storage-read' } };
}

function withoutTimers(): NotReplayed {
  const because =
    'the model has no thread that waits for a timer: it shows what keeps interrupts off, not who waits';
  return { code: 'not-modelled', because };
}

function isOfDisk({ claim }: Asked): boolean {
  return claim.workload === 'storage-read' || claim.workload === 'storage-write';
}

/** The slowest commands are slow for reasons of their own, on which the path of an URB comes on top. */
function commandScene(asked: Asked): Scene | null {
  const scene = commandTimeScene(asked);
  if (scene === null || !isTail(asked)) return scene;
  return { ...scene, leavesOut: 'what makes the slowest commands slow is in the device' };
}

/** From the event on the bus to the end of complete(), and whatever else the author's figure holds. */
function urbScene(asked: Asked): Scene | null {
  const stream = streamOf(asked);
  if (stream === null) return null;
  const statistic = latencyStatistic(asked.claim);
  const hasFormula = statistic === 'mean' && isOfDisk(asked) && asked.model.driver === 'xhci';
  return shareScene({
    stream,
    knob: restKnob('elsewhereNs', moderationOf(asked) / 1e9),
    part: ({ urbLatencyNs }) => urbLatencyNs[statistic] / 1e9,
    ...(hasFormula ? { formula: (setting, hcd) => meanUrbLatencyNs(setting, hcd) / 1e9 } : {}),
    leavesOut: leftOut(asked),
  });
}

/** An author's clock starts with the interrupt as a rule; how long the controller held that back is not in the figure. */
function moderationOf({ claim, model }: Asked): number {
  return sidesOf(claim, model).before.irq.moderationNs;
}

function leftOut(asked: Asked): string {
  if (isTail(asked)) return 'no other load is played, and tails are made by other load';
  const { workload } = asked.claim;
  const isNetwork = workload === 'net-rx' || workload === 'net-tx';
  if (isNetwork) return 'what follows complete() at both ends is not played';
  return 'what else the figure holds beside the path of an URB is not known';
}

/** The longest time that the core which the controller interrupts has its interrupts off. */
function irqsOffScene(asked: Asked): Scene | null {
  const stream = streamOf(asked);
  if (stream === null) return null;
  return shareScene({
    stream,
    knob: restKnob('elsewhereNs'),
    part: ({ irqsOffNsMax }) => irqsOffNsMax / 1e9,
    leavesOut: 'no other driver is played that keeps interrupts off',
  });
}

function isTail({ claim }: Asked): boolean {
  return ['p99', 'max'].includes(latencyStatistic(claim));
}
