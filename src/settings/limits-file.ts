import { z } from 'zod';
import type { Limits } from '../verdict/limits.ts';
import { count, figure, named, positive, source, words } from './shapes.ts';

const usb = z.strictObject({
  low: named(['interruptPacketBytes', 'pollsPerSec'], figure),
  full: named(
    ['framesPerSec', 'bulkPackets', 'bulkPacketBytes', 'isochronousPacketBytes', 'interruptPacketBytes'],
    figure,
  ),
  high: named(
    [
      'microframesPerSec',
      'microframeBytes',
      'bulkPacketBytes',
      'bulkOverheadBytes',
      'periodicPacketBytes',
      'periodicOverheadBytes',
      'periodicPacketsPerEndpoint',
      'periodicSharePercent',
    ],
    figure,
  ),
  super: named(
    [
      'signallingBitsPerSec',
      'encodingPayloadBits',
      'encodingLineBits',
      'skipSymbols',
      'skipEverySymbols',
      'packetBytes',
      'packetFramingBytes',
      'linkCommandSymbols',
      'intervalsPerSec',
      'isochronousPackets',
      'interruptPackets',
    ],
    figure,
  ),
  'super-plus': named(
    [
      'signallingBitsPerSec',
      'encodingPayloadBits',
      'encodingLineBits',
      'intervalsPerSec',
      'packetBytes',
      'isochronousPackets',
    ],
    figure,
  ),
  spellings: named(['super-plus', 'faster'], words),
});

const ethernet = named(
  [
    'fcsBytes',
    'preambleBytes',
    'gapBytes',
    'headerBytes',
    'ipHeaderBytes',
    'udpHeaderBytes',
    'tcpHeaderBytes',
    'tcpTimestampBytes',
    'usualFrameBytes',
    'jumboFrameBytes',
  ],
  figure,
).extend({
  tools: named(['frame', 'payload'], words),
  links: z.array(z.strictObject({ name: z.string(), bitsPerSec: count, spellings: words })),
});

/** config/limits.json: the parameters from which every physical ceiling is computed. */
export const limitsFile = z.strictObject({
  usb,
  ethernet,
  sata: z.array(z.strictObject({ name: z.string(), bytesPerSec: count, spellings: words, source })),
  video: z.array(z.strictObject({ format: z.string(), bytesPerPixel: positive, spellings: words, source })),
}) satisfies z.ZodType<Limits>;
