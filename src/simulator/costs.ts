/**
 * Costs of one machine, one draw of the priors: nanoseconds unless the name says otherwise.
 * Names are those of config/costs; Source: usb-model, section 3.
 */
export interface Costs {
  readonly irqNs: number;
  readonly softirqNs: number;
  readonly taskletNs: number;
  readonly wakeNs: number;
  readonly contextSwitchNs: number;
  readonly irqThreadNs: number;
  readonly lockNs: number;
  readonly contendedLockNs: number;
  readonly eventTrbNs: number;
  readonly mmioReadNs: number;
  readonly mmioWriteNs: number;
  readonly submitNs: number;
  readonly givebackNs: number;
  readonly bhQueueNs: number;
  readonly mapNs: number;
  readonly unmapNs: number;
  readonly skbNs: number;
  readonly rxStackNs: number;
  /** Parsing the header of one UVC payload that lies in cached memory, its reads among it. */
  readonly uvcHeaderNs: number;
  readonly scsiNs: number;
  /** One read of what is in the cache, and one of memory that is coherent for DMA, which is uncached on many machines. */
  readonly readCachedNs: number;
  readonly readCoherentNs: number;
  /** Rates are integers too: bytes per second. */
  readonly copyCachedBytesPerSec: number;
  readonly copyCoherentBytesPerSec: number;
}

export type CostName = keyof Costs;
