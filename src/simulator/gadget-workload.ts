/** f_mass_storage on a device controller, and the host that reads or writes; the machine is the device. */
export interface GadgetStorage {
  readonly kind: 'gadget-storage';
  /** As the host sees it. */
  readonly direction: 'read' | 'write';
  readonly speed: 'high' | 'super';
  /** What the host asks for with one command. */
  readonly commandBytes: number;
  /** How fast the backing file is read or written, one buffer at a time. */
  readonly backingBytesPerSec: number;
  /** Spread of the time of one buffer: standard deviation / mean, log-normal. 0 when not given. */
  readonly backingCv?: number;
  /** The CPU moves the bytes (page cache, ramdisk); otherwise the thread sleeps until a medium has. */
  readonly isBackingBusy: boolean;
  /** Time of the host between a status and the next command: the nuisance a baseline calibrates. */
  readonly hostNs: number;
  /** Spread of that time: standard deviation / mean, log-normal. 0 when not given. */
  readonly hostCv?: number;
  /** Time of the host from the end of one phase to its next transfer: giveback, wake-up, submission. */
  readonly hostPhaseNs: number;
}

/** u_ether on a device controller, and the host at the other end of the link; the machine is the device. */
export interface GadgetEthernet {
  readonly kind: 'gadget-ethernet';
  /** As the gadget sees it: rx comes from the host. */
  readonly direction: 'rx' | 'tx';
  readonly speed: 'high' | 'super';
  readonly frameBytes: number;
  /** Frames that one request carries: 1 for ECM, EEM and RNDIS, more for the blocks of NCM. */
  readonly framesPerRequest: number;
  /** Frames per second that the host, or the local sender, offers. */
  readonly offeredFramesPerSec: number;
  /** Received by TCP, which copies each frame to its reader and holds the host back; straight from the wire when not given. */
  readonly tcp?: {
    /** Frames that may be under way, or wait for the stack. */
    readonly windowFrames: number;
    /** Frames that one acknowledgement is sent for. */
    readonly framesPerAck: number;
  };
}
