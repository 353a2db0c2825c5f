import type { Claim } from '../claims/claim.ts';
import { besideOf } from './beside.ts';
import { solveClosedForm } from './calibrate.ts';
import type { Draw } from './draws.ts';
import { periodicStream } from './periodic-stream.ts';
import { valueAt } from './priors.ts';
import { isRate, rateScene } from './rate-scene.ts';
import type { Asked, Knob, Scene, Setting } from './scene.ts';
import { sidesOf } from './sides-of.ts';

/** Work that runs while something other than its rate is measured: its latency, what it costs, what it interrupts. */
export type Stream = Pick<Scene, 'settingAt' | 'windowNs'>;

/**
 * The work a claim speaks of, at the rate that the mail gives for it before the change; at that of the priors where it
 * gives none. null for work that the model does not know.
 */
export function streamOf(asked: Asked): Stream | null {
  const alone = periodicStream(asked) ?? rateStream(asked);
  return alone === null ? null : withBeside(asked, alone);
}

function rateStream(asked: Asked): Stream | null {
  const rate = rateBeside(asked);
  const claim = rate ?? { ...asked.claim, ...NO_RATE };
  const scene = rateScene({ ...asked, claim });
  if (scene === null) return null;
  const target = rate?.before?.base ?? null;
  const { knob } = scene;
  if (knob === null) return scene;
  if (target === null) return knob.isSource ? atPartOfLink(asked, scene, knob) : scene;
  const hcd = sidesOf(asked.claim, asked.model).before;
  return {
    windowNs: scene.windowNs,
    settingAt: (draw) => {
      const drawn = scene.settingAt(draw);
      return solveClosedForm(scene, drawn, { knob, hcd, aim: target }) ?? drawn;
    },
  };
}

/** A network stream that nobody gave a rate may fill its link or not; a camera's pictures are as many as they are. */
function atPartOfLink(asked: Asked, scene: Scene, knob: Knob): Stream {
  const { linkShareUnsaid } = asked.settings.loads;
  const offered = (drawn: Setting, draw: Draw): number =>
    knob.range(drawn, Number.NaN).high * Math.min(1, valueAt(linkShareUnsaid, draw, 'linkShare'));
  return {
    windowNs: scene.windowNs,
    settingAt: (draw) => {
      const drawn = scene.settingAt(draw);
      return drawn.workload.kind === 'ethernet' ? knob.turn(drawn, offered(drawn, draw)) : drawn;
    },
  };
}

const NO_RATE = { metric: 'throughput', baseUnit: 'B/s', before: null, after: null } as const;

/** Work of a second device that the text says ran meanwhile. */
function withBeside(asked: Asked, stream: Stream): Stream {
  const beside = besideOf(asked);
  if (beside === null) return stream;
  return {
    windowNs: stream.windowNs,
    settingAt: (draw) => ({ ...stream.settingAt(draw), beside: beside(draw) }),
  };
}

/** The figure of the same mail for how fast the same work went: of the same block, else the nearest. */
function rateBeside({ claim, beside }: Asked): Claim | null {
  const [nearest] = beside
    .filter((other) => isRate(other) && other.workload === claim.workload && (other.before?.base ?? 0) > 0)
    .filter(({ where }) => where.messageId === claim.where.messageId)
    .map((other) => ({ other, far: Math.abs(other.where.line - claim.where.line) }))
    .map(({ other, far }) => ({ other, far: sharesGroup(claim, other) ? 0 : far }))
    .sort((a, b) => a.far - b.far);
  return nearest?.other ?? null;
}

function sharesGroup(claim: Claim, other: Claim): boolean {
  return claim.group !== null && claim.group === other.group;
}
