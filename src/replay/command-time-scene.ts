import type { Claim } from '../claims/claim.ts';
import type { Draw } from './draws.ts';
import { figureOf } from './knob.ts';
import { candidateAt } from './priors.ts';
import { diskScene } from './rate-scene.ts';
import type { Asked, Knob, Scene, Setting } from './scene.ts';

/** What an application waits for: the time from one command to the next, for all that are under way (Little's law). */
export function commandTimeScene(asked: Asked): Scene | null {
  const { claim, settings } = asked;
  const sizes = sizesOf(claim, settings.loads.requestBytesUnsaid);
  const scenes = new Map(sizes.map(({ value }) => [value, sceneOfSize(asked, value)]));
  const [any] = scenes.values();
  if (any == null) return null;
  const sizeAt = (draw: Draw): number => candidateAt(sizes, null, { draw, parameter: 'requestBytes' });
  const underWay = (setting: Setting): number =>
    Math.max(
      1,
      figureOf('uas', setting, ({ queueDepth }) => queueDepth),
    );
  return {
    settingAt: (draw) => (scenes.get(sizeAt(draw)) ?? any).settingAt(draw),
    windowNs: any.windowNs,
    read: (measurement, setting) => underWay(setting) / any.read(measurement, setting),
    predict: (setting, hcd) => underWay(setting) / any.predict(setting, hcd),
    knob: any.knob === null ? null : ofTime(any.knob, underWay),
  };
}

/** The size the text gives, or those that it may have meant. */
function sizesOf(
  { conditions: { bufferBytes } }: Claim,
  unsaid: Asked['settings']['loads']['requestBytesUnsaid'],
): typeof unsaid {
  const [any] = unsaid;
  return bufferBytes === null || any === undefined ? unsaid : [{ ...any, value: bufferBytes }];
}

/** A count of commands: only of those does a size of its own hold. */
function sceneOfSize(asked: Asked, bufferBytes: number): Scene | null {
  const { claim } = asked;
  const conditions = { ...claim.conditions, bufferBytes };
  const counted = { ...claim, metric: 'iops', baseUnit: '1/s', conditions } as const;
  return diskScene({ ...asked, claim: counted }, claim.workload === 'storage-read' ? 'read' : 'write');
}

function ofTime(knob: Knob, underWay: (setting: Setting) => number): Knob {
  return { ...knob, range: (setting, target) => knob.range(setting, underWay(setting) / target) };
}
