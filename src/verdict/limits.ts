/** One number of config/limits.json. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly source: string;
}

type Figures<Name extends string> = Readonly<Record<Name, Figure>>;

export type UsbSpeed = 'low' | 'full' | 'high' | 'super' | 'super-plus';

/** Spellings are lower case and are looked for without regard to case: they name things, not units. */
interface Spelt {
  readonly spellings: readonly string[];
}

export interface EthernetLink extends Spelt {
  readonly name: string;
  readonly bitsPerSec: number;
}

export interface SataLink extends Spelt {
  readonly name: string;
  readonly bytesPerSec: number;
  readonly source: string;
}

export interface VideoFormat extends Spelt {
  readonly format: string;
  readonly bytesPerPixel: number;
  readonly source: string;
}

export interface UsbLimits {
  readonly low: Figures<'interruptPacketBytes' | 'pollsPerSec'>;
  readonly full: Figures<
    'framesPerSec' | 'bulkPackets' | 'bulkPacketBytes' | 'isochronousPacketBytes' | 'interruptPacketBytes'
  >;
  readonly high: Figures<
    | 'microframesPerSec'
    | 'microframeBytes'
    | 'bulkPacketBytes'
    | 'bulkOverheadBytes'
    | 'periodicPacketBytes'
    | 'periodicOverheadBytes'
    | 'periodicPacketsPerEndpoint'
    | 'periodicSharePercent'
  >;
  readonly super: Figures<
    | 'signallingBitsPerSec'
    | 'encodingPayloadBits'
    | 'encodingLineBits'
    | 'skipSymbols'
    | 'skipEverySymbols'
    | 'packetBytes'
    | 'packetFramingBytes'
    | 'linkCommandSymbols'
    | 'intervalsPerSec'
    | 'isochronousPackets'
    | 'interruptPackets'
  >;
  readonly 'super-plus': Figures<
    | 'signallingBitsPerSec'
    | 'encodingPayloadBits'
    | 'encodingLineBits'
    | 'intervalsPerSec'
    | 'packetBytes'
    | 'isochronousPackets'
  >;
  /** Of links that no speed of these carries: what is said of one of them has no ceiling. */
  readonly spellings: Readonly<Record<'super-plus' | 'faster', readonly string[]>>;
}

export interface EthernetLimits
  extends Figures<
    | 'fcsBytes'
    | 'preambleBytes'
    | 'gapBytes'
    | 'headerBytes'
    | 'ipHeaderBytes'
    | 'udpHeaderBytes'
    | 'tcpHeaderBytes'
    | 'tcpTimestampBytes'
    | 'usualFrameBytes'
    | 'jumboFrameBytes'
  > {
  /** Which convention a measuring tool counts in: whole frames without FCS, or payload. */
  readonly tools: { readonly frame: readonly string[]; readonly payload: readonly string[] };
  readonly links: readonly EthernetLink[];
}

/** The parameters from which every ceiling is computed: config/limits.json. */
export interface Limits {
  readonly usb: UsbLimits;
  readonly ethernet: EthernetLimits;
  readonly sata: readonly SataLink[];
  readonly video: readonly VideoFormat[];
}
