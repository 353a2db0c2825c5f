import type { Claim } from '../claims/claim.ts';
import type { CoreTime, Measurement } from '../simulator/measurement.ts';
import type { Draw } from './draws.ts';
import { longestWord } from './machine-class.ts';
import { candidateAt } from './priors.ts';
import { type Asked, type Scene, type Setting, wordsOf } from './scene.ts';
import { restKnob, shareScene } from './share-scene.ts';
import { sidesOf } from './sides-of.ts';
import { type Stream, streamOf } from './stream.ts';

/**
 * How busy the CPUs are while a stream runs, in percent. What else keeps them busy, the application most of all, is
 * fitted to the figure before and stays. Source: usb-model, section 8.2
 */
export function loadScene(asked: Asked): Scene | null {
  const stream = streamOf(asked);
  const counted = levelsOf(asked.claim);
  if (stream === null || counted === null) return null;
  const busyPercent = (measurement: Measurement): number => 100 * shareOf(counted.levels, measurement);
  const isOfOneCpu = counted.name !== null || saysOneCpu(asked.claim);
  return shareScene({
    stream: isOfOneCpu ? stream : overCpus(asked, stream),
    knob: restKnob('elsewherePercent'),
    part: (measurement) => (isIdle(asked.claim) ? -busyPercent(measurement) : busyPercent(measurement)),
    leavesOut: leftOut(asked, counted.name),
  });
}

interface Counted {
  readonly levels: readonly (keyof CoreTime)[];
  /** What the claim speaks of, when that is a part of the load. */
  readonly name: string | null;
}

const BUSY: readonly (keyof CoreTime)[] = ['user', 'kthread', 'fifo', 'softirq', 'hardirq'];

/** Words of top, mpstat and perf for a part of the load, and the levels of a core that it is. */
const PARTS: readonly (Counted & { readonly words: readonly string[] })[] = [
  { words: ['ksoftirqd', 'softirq', 'softirqs', '%soft', 'soft'], levels: ['softirq'], name: 'softirqs' },
  { words: ['hardirq', 'hard irq', 'hard-irq', '%irq'], levels: ['hardirq'], name: 'hardirqs' },
  { words: ['irq thread', 'irq/'], levels: ['fifo'], name: 'the interrupt thread' },
  { words: ['kworker', 'usb-storage'], levels: ['kthread'], name: 'the thread' },
];

/** A thread or function of some other name is not a level of a core: null. */
function levelsOf(claim: Claim): Counted | null {
  const quantity = claim.quantity.toLowerCase();
  const part = PARTS.find(({ words }) => longestWord(quantity, words) > 0 || quantity.startsWith('irq/'));
  const found = quantity.startsWith('irq/') ? PARTS.find(({ levels }) => levels.includes('fifo')) : part;
  if (found !== undefined) return found;
  return claim.metric === 'cpu-load' ? { levels: BUSY, name: null } : null;
}

function isIdle({ quantity }: Claim): boolean {
  return longestWord(quantity, ['idle']) > 0;
}

function saysOneCpu(claim: Claim): boolean {
  return longestWord(wordsOf(claim), ['of one core', 'of one cpu', 'one core', 'cpu0', 'cpu 0']) > 0;
}

function shareOf(levels: readonly (keyof CoreTime)[], { cores, windowNs }: Measurement): number {
  const ns = cores.reduce((sum, core) => sum + levels.reduce((each, level) => each + core[level], 0), 0);
  return windowNs > 0 ? ns / windowNs : 0;
}

/** A tool may mean percent of one CPU or of all of them, and a text seldom says which. */
function overCpus({ settings }: Asked, stream: Stream): Stream {
  const cpusAt = (draw: Draw): number =>
    candidateAt(settings.loads.cpusCounted, null, { draw, parameter: 'cpusCounted' });
  return {
    windowNs: stream.windowNs,
    settingAt: (draw): Setting => ({
      ...stream.settingAt(draw),
      share: { times: 1 / cpusAt(draw), rest: 0 },
    }),
  };
}

/** Ticks find a load that moves to where they can not see it, or out of there, to have gone or to have come. */
function leftOut({ claim, model }: Asked, part: string | null): string | null {
  if (part !== null) return `other work that ${part} do is not played`;
  const { before, after } = sidesOf(claim, model);
  const isMoved = before.giveback.context !== after.giveback.context || before.irq.type !== after.irq.type;
  return isMoved ? 'how the kernel accounts for time in interrupts is not played' : null;
}
