import type { CostName } from '../simulator/costs.ts';
import type { Measurement } from '../simulator/measurement.ts';
import { pwcCopyNs } from './closed-form.ts';
import { deviceOf } from './device-of.ts';
import { figureOf } from './knob.ts';
import { pwcWorkloadAt } from './pwc-workload.ts';
import {
  type Asked,
  bareSettingAt,
  type Knob,
  type Scene,
  type Setting,
  unitsPerByte,
  wordsOf,
} from './scene.ts';
import { sidesOf } from './sides-of.ts';

/** A completion handler that copies what an isochronous buffer holds. Source: usb-model, section 2.6 */
export function memcpyScene(asked: Asked): Scene | null {
  const { claim, settings } = asked;
  const isRate = claim.metric === 'throughput';
  if (!isRate && claim.metric !== 'time' && claim.metric !== 'latency') return null;
  const device = deviceOf('pwc', `pwc ${wordsOf(claim)}`, settings);
  if (device === null) return null;
  const shown = (copyNs: number, setting: Setting): number =>
    isRate ? (bufferBytesOf(setting) * unitsPerByte(claim.baseUnit) * 1e9) / copyNs : copyNs / 1e9;
  return {
    settingAt: (draw) => ({
      ...bareSettingAt(draw, asked),
      workload: pwcWorkloadAt(draw, asked, { device, bufferBytes: bufferOf(asked) }),
    }),
    knob: copyKnob(asked),
    read: (measurement, setting) => shown(copyNsOf(measurement), setting),
    predict: (setting, hcd) => shown(pwcCopyNs(setting, hcd), setting),
    windowNs: (setting) => settings.limits.urbsPerRun * urbNs(setting),
  };
}

/** The buffer the text speaks of, when it can be that of one URB. */
function bufferOf({ claim, settings }: Asked): number | null {
  const { bufferBytes } = claim.conditions;
  return bufferBytes !== null && bufferBytes > 0 && bufferBytes <= settings.limits.bufferBytesMost
    ? bufferBytes
    : null;
}

/** The before figure fits the rate of the memory that the buffers were in; the other rate stays a prior. */
function copyKnob(asked: Asked): Knob {
  const reach = asked.settings.limits.fittedWithinFactor;
  const kind = sidesOf(asked.claim, asked.model).before.buffers.kind;
  const name = kind === 'coherent' ? 'copyCoherentBytesPerSec' : 'copyCachedBytesPerSec';
  return {
    name,
    isWhole: true,
    isSource: false,
    turn: (setting, value) => ({
      ...setting,
      costs: { ...setting.costs, ...ratesFitted(setting, name, value) },
    }),
    range: ({ costs }) => ({ low: Math.floor(costs[name] / reach), high: Math.ceil(costs[name] * reach) }),
  };
}

/** Where coherent memory is cached memory, what fits one fits the other. */
function ratesFitted({ costs }: Setting, name: CostName, value: number): Partial<Record<CostName, number>> {
  const isSame = costs.copyCoherentBytesPerSec === costs.copyCachedBytesPerSec;
  return isSame ? { copyCoherentBytesPerSec: value, copyCachedBytesPerSec: value } : { [name]: value };
}

/** Time in memcpy() for each URB. */
function copyNsOf({ functionShares, urbsPerSec }: Measurement): number {
  return ((functionShares['memcpy'] ?? 0) * 1e9) / urbsPerSec;
}

function bufferBytesOf(setting: Setting): number {
  return figureOf('pwc', setting, ({ bufferBytes }) => bufferBytes);
}

function urbNs(setting: Setting): number {
  return figureOf('pwc', setting, ({ packetsPerUrb, intervalNs }) => packetsPerUrb * intervalNs);
}
