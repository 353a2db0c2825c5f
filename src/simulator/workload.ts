import type { GadgetEthernet, GadgetStorage } from './gadget-workload.ts';

/** The device at the other end, and how the class driver drives it. One union member per modelled class driver. */
export type Workload =
  | {
      readonly kind: 'storage';
      readonly direction: 'read' | 'write';
      readonly speed: 'full' | 'high' | 'super';
      readonly transferBytes: number;
      /** URBs that carry the data of one command, as even as they get: entries of its scatter list. 1 when not given. */
      readonly dataUrbs?: number;
      /** Time the device takes for one command, seek and media together: the nuisance a baseline calibrates. */
      readonly deviceNs: number;
      /** Spread of that time from command to command: standard deviation / mean, log-normal. 0 when not given. */
      readonly deviceCv?: number;
      /** What the application takes from the end of a command until it asks for the next; 0 when not given. */
      readonly thinkNs?: number;
      /** A high-speed hub stands before a full-speed device; none when not given, and at any other speed. */
      readonly isBehindHub?: boolean;
    }
  | {
      readonly kind: 'uas';
      readonly direction: 'read' | 'write';
      readonly speed: 'high' | 'super';
      readonly transferBytes: number;
      /** Time the device works on one command; it works on one at a time. */
      readonly deviceNs: number;
      readonly deviceCv?: number;
      /** Commands under way at once: tags, or what the application keeps queued. */
      readonly queueDepth: number;
    }
  | {
      readonly kind: 'ethernet';
      readonly direction: 'rx' | 'tx';
      /** Of the adapter's port; super when not given. */
      readonly speed?: 'high' | 'super';
      readonly frameBytes: number;
      readonly linkBitsPerSec: number;
      /** Frames per second the far end, or the local sender, offers; never above the wire. */
      readonly offeredFramesPerSec: number;
      readonly urbBytes: number;
      readonly urbs: number;
      readonly coalesceNs: number;
    }
  | {
      readonly kind: 'camera';
      readonly framesPerSec: number;
      readonly frameBytes: number;
      readonly packetsPerUrb: number;
      readonly packetBytes: number;
      readonly urbs: number;
      readonly intervalNs: number;
      /** complete() copies the payload itself, or leaves it to a work queue. */
      readonly copyInCompletion: boolean;
      /** Isochronous when not given. A bulk URB holds as much as the packets of an isochronous one. */
      readonly transfer?: 'isoc' | 'bulk';
    }
  | {
      readonly kind: 'pwc';
      readonly bufferBytes: number;
      readonly packetsPerUrb: number;
      readonly urbs: number;
      readonly intervalNs: number;
      /** A high-speed hub stands before the camera, so that packets come by split transactions; none when not given. */
      readonly isBehindHub?: boolean;
    }
  | {
      readonly kind: 'audio';
      readonly direction: 'in' | 'out';
      readonly packetBytes: number;
      readonly packetsPerUrb: number;
      readonly urbs: number;
      readonly intervalNs: number;
      /** A high-speed hub stands before the device, which is then a full-speed one; none when not given. */
      readonly isBehindHub?: boolean;
    }
  | {
      readonly kind: 'usbnet';
      readonly packetsPerSec: number;
      /** usbnet_bh() work per skb besides queue locks, in nanoseconds. */
      readonly restNs: number;
      /** Cost of one spin_unlock_irqrestore as the profile sees it, in nanoseconds. */
      readonly lockPairNs: number;
      /** Packets the device puts in one URB (cdc_ncm's NTB); 1 when not given. */
      readonly packetsPerUrb?: number;
    }
  | {
      readonly kind: 'usbnet-tx';
      readonly speed: 'full' | 'high' | 'super';
      readonly linkBitsPerSec: number;
      /** Of the bulk flow, without FCS, and of the probes that are sent beside it. */
      readonly frameBytes: number;
      readonly probeBytes: number;
      readonly probeEveryNs: number;
      /** tx_qlen: URBs that the driver has under way at most. */
      readonly urbsMax: number;
      /** Memory of the adapter for frames on their way out, and the room it waits for when it has none. */
      readonly memoryBytes: number;
      readonly burstBytes: number;
      /** How long byte queue limits look for what a queue could do without; a second in Linux. */
      readonly slackHoldNs: number;
      /** From an empty queue to a steady one. */
      readonly warmUpNs: number;
    }
  | {
      readonly kind: 'hid';
      readonly intervalNs: number;
      /** A high-speed hub stands before the device, which is then one of full or low speed; none when not given. */
      readonly isBehindHub?: boolean;
      /** Full speed when not given. */
      readonly isLowSpeed?: boolean;
    }
  | GadgetStorage
  | GadgetEthernet;
