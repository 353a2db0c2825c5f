import type { Claim } from '../claims/claim.ts';
import {
  type Ceiling,
  ethernetCeilings,
  ethernetFramesPerSec,
  FRAME_CONVENTION,
  sataCeiling,
  usbCeilings,
  videoCeilings,
} from './ceilings.ts';
import type { Limits, UsbSpeed } from './limits.ts';
import { findLink, type Link, wordsOf } from './link.ts';

/** Every ceiling of the links a claim names; none for a figure that is no rate over one wire. */
export function ceilingsOf(claim: Claim, limits: Limits): readonly Ceiling[] {
  const words = wordsOf(claim);
  if (NOT_ONE_WIRE.some((word) => words.includes(word))) return [];
  const link = findLink(claim, limits);
  const per = claim.metric === 'throughput' ? 'byte' : 'frame';
  if (per === 'byte' && claim.baseUnit !== 'B/s' && claim.baseUnit !== 'bit/s') return [];
  const found = RATES.has(claim.metric) ? ceilingsByWorkload(claim, link, limits) : [];
  return found.filter((ceiling) => ceiling.per === per);
}

/** Figures that add up both directions, several streams or several ports, or never left memory, may pass any one wire's ceiling. */
const NOT_ONE_WIRE = [
  'aggregat',
  'bonding',
  'full duplex',
  'full-duplex',
  'in parallel',
  'simultaneous',
  'at once',
  'cache',
  'ram disk',
  'ramdisk',
  'tmpfs',
  'locally',
  'bidir',
  'both directions',
  'combined',
  'in total',
  'loopback',
  'rx+tx',
  'tx+rx',
];
const RATES = new Set<string>(['throughput', 'frame-rate', 'packet-rate']);

function ceilingsByWorkload(claim: Claim, link: Link, limits: Limits): readonly Ceiling[] {
  switch (claim.workload) {
    case 'storage-read':
    case 'storage-write':
      return [...bulk(limits, link.usb), ...(link.sata === null ? [] : [sataCeiling(link.sata)])];
    case 'net-rx':
    case 'net-tx':
      return [...bulk(limits, link.usb), ...ethernet(claim, link, limits)];
    case 'video-capture':
      return video(link, limits);
    case 'audio':
    case 'hid':
    case 'cpu-profile':
    case 'memcpy':
    case 'other':
      return [];
  }
}

function bulk(limits: Limits, speed: UsbSpeed | null): readonly Ceiling[] {
  return speed === null ? [] : usbCeilings(limits.usb, speed, 'bulk');
}

/** A camera may stream over isochronous or bulk endpoints; both bound it. */
function video(link: Link, limits: Limits): readonly Ceiling[] {
  if (link.usb === null) return [];
  const carriers = [
    ...usbCeilings(limits.usb, link.usb, 'periodic'),
    ...usbCeilings(limits.usb, link.usb, 'bulk'),
  ];
  if (link.video === null) return carriers;
  return [...carriers, ...videoCeilings(link.video.format, link.video.pixels, carriers)];
}

function ethernet(claim: Claim, link: Link, limits: Limits): readonly Ceiling[] {
  // A UDP sender counts what it hands to the socket, and that may be dropped before the wire.
  if (link.ethernet === null || (claim.workload === 'net-tx' && wordsOf(claim).includes('udp'))) return [];
  if (claim.metric === 'packet-rate') return [packetCeiling(claim, link.ethernet, limits)];
  const { frameBytes } = claim.conditions;
  if (frameBytes !== null) return ethernetCeilings(limits.ethernet, link.ethernet, frameBytes);
  const usual = ethernetCeilings(limits.ethernet, link.ethernet, limits.ethernet.usualFrameBytes.value);
  const jumbo = ethernetCeilings(limits.ethernet, link.ethernet, limits.ethernet.jumboFrameBytes.value);
  return [...usual, ...jumbo.filter(({ convention }) => convention === FRAME_CONVENTION)];
}

/** Without a frame size the smallest frames give the ceiling. */
function packetCeiling(
  claim: Claim,
  link: { readonly name: string; readonly bitsPerSec: number },
  limits: Limits,
): Ceiling {
  const frameBytes = claim.conditions.frameBytes ?? SMALLEST_FRAME_BYTES;
  return {
    kind: 'ethernet',
    name: link.name,
    convention: `${frameBytes}-byte frames`,
    perSec: ethernetFramesPerSec(limits.ethernet, link.bitsPerSec, frameBytes),
    per: 'frame',
    source: 'IEEE 802.3: R / (8 (F + 24))',
  };
}

/** 64 with FCS. Source: IEEE 802.3, 3.2.8. */
const SMALLEST_FRAME_BYTES = 60;
