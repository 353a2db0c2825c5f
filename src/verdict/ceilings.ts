import type { Figure, Limits, SataLink, UsbLimits, UsbSpeed, VideoFormat } from './limits.ts';

/**
 * What a link can carry at most, under one way of counting. Ceilings of one `kind` bound the same thing:
 * a figure is impossible only when it lies above all of them.
 */
export interface Ceiling {
  readonly kind: string;
  readonly name: string;
  readonly convention: string;
  /** In bytes or frames per second; `per` says which. */
  readonly perSec: number;
  readonly per: 'byte' | 'frame';
  readonly source: string;
}

/** How the bytes of a workload travel over USB. */
export type Transfer = 'bulk' | 'periodic';

/** Payload per second of one USB link, by transfer type. Source: usb-model, section 4.1. */
export function usbCeilings(usb: UsbLimits, speed: UsbSpeed, transfer: Transfer): readonly Ceiling[] {
  switch (speed) {
    case 'low':
      return transfer === 'bulk' ? [] : lowSpeed(usb.low);
    case 'full':
      return fullSpeed(usb.full).filter(of(transfer));
    case 'high':
      return highSpeed(usb.high).filter(of(transfer));
    case 'super':
      return superSpeed(usb.super).filter(of(transfer));
    case 'super-plus':
      return superSpeedPlus(usb['super-plus']).filter(of(transfer));
  }
}

/** Frames per second of uncompressed video that an isochronous endpoint of this speed can carry. */
export function videoCeilings(
  format: VideoFormat,
  pixels: number,
  carriers: readonly Ceiling[],
): readonly Ceiling[] {
  const frameBytes = pixels * format.bytesPerPixel;
  return carriers.map((carrier) => ({
    ...carrier,
    convention: `uncompressed ${format.format}, ${carrier.convention}`,
    perSec: carrier.perSec / frameBytes,
    per: 'frame',
    source: format.source,
  }));
}

export function sataCeiling(link: SataLink): Ceiling {
  return bytes('sata', link.name, 'payload after 8b/10b', link.bytesPerSec, link.source);
}

/** Frames a second on an Ethernet wire: every frame costs FCS, preamble and gap beside itself. */
export function ethernetFramesPerSec(
  ethernet: Limits['ethernet'],
  bitsPerSec: number,
  frameBytes: number,
): number {
  const onWire = frameBytes + sum(ethernet.fcsBytes, ethernet.preambleBytes, ethernet.gapBytes);
  return bitsPerSec / 8 / onWire;
}

/**
 * What an Ethernet link carries with frames of one size, under the ways tools count. Source: usb-model, section 4.3.
 *
 * @param frameBytes  with the 14-byte header, without FCS: as pktgen counts
 */
export function ethernetCeilings(
  ethernet: Limits['ethernet'],
  link: { readonly name: string; readonly bitsPerSec: number },
  frameBytes: number,
): readonly Ceiling[] {
  const framesPerSec = ethernetFramesPerSec(ethernet, link.bitsPerSec, frameBytes);
  const name = `${link.name} with ${frameBytes}-byte frames`;
  const ip = ethernet.headerBytes.value;
  const udp = ip + sum(ethernet.ipHeaderBytes, ethernet.udpHeaderBytes);
  const tcp = ip + sum(ethernet.ipHeaderBytes, ethernet.tcpHeaderBytes);
  const counted: readonly (readonly [string, number])[] = [
    [FRAME_CONVENTION, frameBytes],
    ['L2 with FCS', frameBytes + ethernet.fcsBytes.value],
    ['L3', frameBytes - ip],
    ['UDP payload', frameBytes - udp],
    ['TCP payload with timestamps', frameBytes - tcp - ethernet.tcpTimestampBytes.value],
    ['TCP payload', frameBytes - tcp],
  ];
  return counted
    .filter(([, countedBytes]) => countedBytes > 0)
    .map(([convention, countedBytes]) =>
      bytes('ethernet', name, convention, framesPerSec * countedBytes, 'IEEE 802.3: R / (8 (F + 24))'),
    );
}

/** The convention of tools that read a driver's byte counters. */
export const FRAME_CONVENTION = 'L2 without FCS';

function lowSpeed(low: UsbLimits['low']): readonly Ceiling[] {
  const perSec = low.interruptPacketBytes.value * low.pollsPerSec.value;
  return [usb('low speed', 'interrupt', perSec, low.interruptPacketBytes.source)];
}

function fullSpeed(full: UsbLimits['full']): readonly Ceiling[] {
  const frames = full.framesPerSec.value;
  return [
    usb(
      'full speed',
      'bulk',
      frames * full.bulkPackets.value * full.bulkPacketBytes.value,
      full.bulkPackets.source,
    ),
    usb(
      'full speed',
      'isochronous',
      frames * full.isochronousPacketBytes.value,
      full.isochronousPacketBytes.source,
    ),
    usb(
      'full speed',
      'interrupt',
      frames * full.interruptPacketBytes.value,
      full.interruptPacketBytes.source,
    ),
  ];
}

function highSpeed(high: UsbLimits['high']): readonly Ceiling[] {
  const microframes = high.microframesPerSec.value;
  const bulk = Math.floor(high.microframeBytes.value / sum(high.bulkPacketBytes, high.bulkOverheadBytes));
  const share = (high.microframeBytes.value * high.periodicSharePercent.value) / 100;
  const periodic = Math.floor(share / sum(high.periodicPacketBytes, high.periodicOverheadBytes));
  const endpoint = high.periodicPacketsPerEndpoint.value;
  const packet = high.periodicPacketBytes.value * microframes;
  return [
    usb('high speed', 'bulk', bulk * high.bulkPacketBytes.value * microframes, high.bulkOverheadBytes.source),
    usb('high speed', 'isochronous, one endpoint', endpoint * packet, high.periodicPacketsPerEndpoint.source),
    usb('high speed', 'isochronous, whole bus', periodic * packet, high.periodicSharePercent.source),
  ];
}

function superSpeed(limits: UsbLimits['super']): readonly Ceiling[] {
  const raw = encoded(limits);
  const skipped = raw * (1 - limits.skipSymbols.value / limits.skipEverySymbols.value);
  const packet = limits.packetBytes.value;
  const framed = packet + limits.packetFramingBytes.value;
  const commanded = framed + limits.linkCommandSymbols.value;
  const interval = packet * limits.intervalsPerSec.value;
  return [
    usb(
      'SuperSpeed',
      'bulk, with link commands',
      (skipped * packet) / commanded,
      limits.linkCommandSymbols.source,
    ),
    usb(
      'SuperSpeed',
      'bulk, with packet framing',
      (skipped * packet) / framed,
      limits.packetFramingBytes.source,
    ),
    usb('SuperSpeed', 'bulk, symbols less SKP', skipped, limits.skipSymbols.source),
    usb('SuperSpeed', 'bulk, raw symbols', raw, limits.signallingBitsPerSec.source),
    usb(
      'SuperSpeed',
      'isochronous',
      limits.isochronousPackets.value * interval,
      limits.isochronousPackets.source,
    ),
    usb('SuperSpeed', 'interrupt', limits.interruptPackets.value * interval, limits.interruptPackets.source),
  ];
}

function superSpeedPlus(limits: UsbLimits['super-plus']): readonly Ceiling[] {
  const isochronous =
    limits.isochronousPackets.value * limits.packetBytes.value * limits.intervalsPerSec.value;
  return [
    usb('SuperSpeedPlus Gen 2x1', 'bulk, raw symbols', encoded(limits), limits.signallingBitsPerSec.source),
    usb('SuperSpeedPlus Gen 2x1', 'isochronous', isochronous, limits.isochronousPackets.source),
  ];
}

function encoded(limits: UsbLimits['super'] | UsbLimits['super-plus']): number {
  const { signallingBitsPerSec, encodingPayloadBits, encodingLineBits } = limits;
  return (signallingBitsPerSec.value * encodingPayloadBits.value) / encodingLineBits.value / 8;
}

/** An isochronous and an interrupt endpoint are both served in the periodic part of the frame. */
function of(transfer: Transfer): (ceiling: Ceiling) => boolean {
  return (ceiling) => ceiling.convention.startsWith('bulk') === (transfer === 'bulk');
}

function usb(speed: string, convention: string, perSec: number, source: string): Ceiling {
  return bytes('usb', `USB ${speed}`, convention, perSec, source);
}

function bytes(kind: string, name: string, convention: string, perSec: number, source: string): Ceiling {
  return { kind, name, convention, perSec, per: 'byte', source };
}

function sum(...figures: readonly Figure[]): number {
  return figures.reduce((total, figure) => total + figure.value, 0);
}
