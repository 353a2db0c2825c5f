import { z } from 'zod';
import type { DeviceFile } from '../replay/device-file.ts';
import { count, era, figure, positive, priorOrFigure, source, words } from './shapes.ts';

function candidates<Value extends z.ZodType>(value: Value) {
  return z.array(z.strictObject({ value, weight: positive, eras: z.array(era), source })).min(1);
}

const audioUrbs = z.strictObject({ packetsPerUrb: figure, urbs: figure });
const ethernetUrbs = z.strictObject({ urbBytes: figure, urbs: figure, coalesceNs: figure });

/** config/devices/<name>.json: a device and how its class driver drives it. */
export const deviceFile = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('storage'),
    patterns: words,
    speed: z.enum(['full', 'high', 'super']),
    transferBytes: z
      .array(z.strictObject({ value: count, unit: z.string(), weight: positive, eras: z.array(era), source }))
      .min(1),
    deviceNs: priorOrFigure,
  }),
  z.strictObject({
    kind: z.literal('uas'),
    patterns: words,
    transferBytes: priorOrFigure,
    deviceNs: priorOrFigure,
    queueDepth: priorOrFigure,
  }),
  z.strictObject({
    kind: z.literal('ethernet'),
    patterns: words,
    linkBitsPerSec: priorOrFigure,
    rx: ethernetUrbs,
    tx: ethernetUrbs,
  }),
  z.strictObject({
    kind: z.literal('camera'),
    patterns: words,
    frameBytes: priorOrFigure,
    packetsPerUrb: priorOrFigure,
    packetBytes: priorOrFigure,
    urbs: priorOrFigure,
    intervalNs: priorOrFigure,
    copyInCompletion: candidates(z.boolean()),
  }),
  z.strictObject({
    kind: z.literal('pwc'),
    patterns: words,
    bufferBytes: priorOrFigure,
    packetsPerUrb: priorOrFigure,
    urbs: priorOrFigure,
    intervalNs: priorOrFigure,
  }),
  z.strictObject({
    kind: z.literal('usbnet'),
    patterns: words,
    packetsPerSec: priorOrFigure,
    profileScatter: priorOrFigure,
  }),
  z.strictObject({
    kind: z.literal('usbnet-tx'),
    patterns: words,
    queueBytes: figure,
    superQueues: figure,
    fullUrbs: figure,
    hardMtuBytes: figure,
    probeBytes: figure,
    memoryBytes: priorOrFigure,
    burstBytes: priorOrFigure,
    pingRestNs: priorOrFigure,
    beforeWithinFactor: figure,
    linkFilledPercent: figure,
    links: z
      .array(
        z.strictObject({ bitsPerSec: count, patterns: words, machineUnsaid: z.string().optional(), source }),
      )
      .min(1),
  }),
  z.strictObject({ kind: z.literal('hid'), patterns: words, intervalNs: priorOrFigure }),
  z.strictObject({
    kind: z.literal('gadget-storage'),
    patterns: words,
    speed: z.enum(['high', 'super']),
    commandBytes: priorOrFigure,
    backingTimes: priorOrFigure,
    backingCv: priorOrFigure,
    isBackingBusy: candidates(z.boolean()),
    hostNs: priorOrFigure,
    hostPhaseNs: priorOrFigure,
  }),
  z.strictObject({
    kind: z.literal('gadget-ethernet'),
    patterns: words,
    framesPerRequest: priorOrFigure,
    direction: candidates(z.enum(['rx', 'tx'])),
    heldBackBy: candidates(z.enum(['sender', 'stack', 'requests'])),
  }),
  z.strictObject({
    kind: z.literal('audio'),
    patterns: words,
    packetBytes: priorOrFigure,
    intervalNs: priorOrFigure,
    in: audioUrbs,
    out: audioUrbs,
  }),
]) satisfies z.ZodType<DeviceFile>;
