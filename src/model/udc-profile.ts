import { isSince, type Kernel } from './era.ts';
import type { GadgetFunctions } from './hcd.ts';
import type { Fact, Figure, HcdProfile, Release } from './hcd-profile.ts';

/** One file of config/udc: what a device-controller driver does in one kernel, and the functions on it by default. */
export interface UdcProfile extends HcdProfile {
  readonly functions: {
    readonly storageBuffers: Figure;
    readonly storageBufferBytes: Figure;
    readonly etherQmult: Figure;
    /** u_ether throttled the interrupts of its transmit requests before this release. */
    readonly etherThrottledBefore: Fact<Release>;
  };
  /** Words of a text, lower case, that name another device controller: then this one is not played. */
  readonly otherControllers: readonly string[];
}

/** The functions as they were by default in a kernel; in the profile's where that is not known. */
export function functionsIn(kernel: Kernel | null, { functions }: UdcProfile): GadgetFunctions {
  return {
    storageBuffers: functions.storageBuffers.value,
    storageBufferBytes: functions.storageBufferBytes.value,
    etherQmult: functions.etherQmult.value,
    isEtherThrottled: kernel !== null && !isSince(kernel, functions.etherThrottledBefore.fact),
  };
}
