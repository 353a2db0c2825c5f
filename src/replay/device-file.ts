import type { Candidate, Figure } from './figure.ts';

/** `patterns`: words, in lower case, of a mail that name the device. */
export type DeviceFile =
  | {
      readonly kind: 'storage';
      readonly patterns: readonly string[];
      readonly speed: 'full' | 'high' | 'super';
      readonly transferBytes: readonly (Candidate<number> & { readonly unit: string })[];
      readonly deviceNs: Figure;
    }
  | {
      readonly kind: 'uas';
      readonly patterns: readonly string[];
      readonly transferBytes: Figure;
      readonly deviceNs: Figure;
      readonly queueDepth: Figure;
    }
  | {
      readonly kind: 'ethernet';
      readonly patterns: readonly string[];
      readonly linkBitsPerSec: Figure;
      readonly rx: EthernetUrbs;
      readonly tx: EthernetUrbs;
    }
  | {
      readonly kind: 'camera';
      readonly patterns: readonly string[];
      readonly frameBytes: Figure;
      readonly packetsPerUrb: Figure;
      readonly packetBytes: Figure;
      readonly urbs: Figure;
      readonly intervalNs: Figure;
      readonly copyInCompletion: readonly Candidate<boolean>[];
    }
  | {
      readonly kind: 'pwc';
      readonly patterns: readonly string[];
      readonly bufferBytes: Figure;
      readonly packetsPerUrb: Figure;
      readonly urbs: Figure;
      readonly intervalNs: Figure;
    }
  | {
      readonly kind: 'usbnet';
      readonly patterns: readonly string[];
      readonly packetsPerSec: Figure;
      readonly profileScatter: Figure;
    }
  | {
      readonly kind: 'usbnet-tx';
      readonly patterns: readonly string[];
      /** What tx_qlen is made of. */
      readonly queueBytes: Figure;
      readonly superQueues: Figure;
      readonly fullUrbs: Figure;
      readonly hardMtuBytes: Figure;
      readonly probeBytes: Figure;
      readonly memoryBytes: Figure;
      readonly burstBytes: Figure;
      /** Of a round trip, what is not the way from the queue to the wire. */
      readonly pingRestNs: Figure;
      readonly beforeWithinFactor: Figure;
      readonly linkFilledPercent: Figure;
      readonly links: readonly {
        readonly bitsPerSec: number;
        readonly patterns: readonly string[];
        /** Class of a machine that fills the link and that the text says nothing of. */
        readonly machineUnsaid?: string | undefined;
        readonly source: string;
      }[];
    }
  | { readonly kind: 'hid'; readonly patterns: readonly string[]; readonly intervalNs: Figure }
  | {
      readonly kind: 'gadget-storage';
      readonly patterns: readonly string[];
      readonly speed: 'high' | 'super';
      /** What the host asks for with one command. */
      readonly commandBytes: Figure;
      /** How many times as fast as the figure before the backing file alone is, and how its times spread. */
      readonly backingTimes: Figure;
      readonly backingCv: Figure;
      readonly isBackingBusy: readonly Candidate<boolean>[];
      readonly hostNs: Figure;
      readonly hostPhaseNs: Figure;
    }
  | {
      readonly kind: 'gadget-ethernet';
      /** Words that name the protocol of the link. */
      readonly patterns: readonly string[];
      /** Frames that one request carries. */
      readonly framesPerRequest: Figure;
      /** Which way the frames of a figure went whose text does not say it: seen from the gadget. */
      readonly direction: readonly Candidate<'rx' | 'tx'>[];
      /** What keeps a link that is not full from carrying more. */
      readonly heldBackBy: readonly Candidate<'sender' | 'stack' | 'requests'>[];
    }
  | {
      readonly kind: 'audio';
      readonly patterns: readonly string[];
      readonly packetBytes: Figure;
      readonly intervalNs: Figure;
      readonly in: AudioUrbs;
      readonly out: AudioUrbs;
    };

/** Recording and playing queue differently. */
export interface AudioUrbs {
  readonly packetsPerUrb: Figure;
  readonly urbs: Figure;
}

export interface EthernetUrbs {
  readonly urbBytes: Figure;
  readonly urbs: Figure;
  readonly coalesceNs: Figure;
}
