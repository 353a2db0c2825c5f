/** Addresses that get no mail for now. */
export interface AddressStore {
  /** Nothing is sent to the address until then; again is harmless. */
  switchOff(off: Omit<SwitchedOff, 'key'>): Promise<void>;
  /** By its key. False when it was not switched off. */
  switchOn(key: string, by: string, nowMs: number): Promise<boolean>;
  /** Those that are off now, the latest first. */
  listOff(nowMs: number): Promise<readonly SwitchedOff[]>;
}

/** An address that refused mail for good. */
export interface SwitchedOff {
  readonly key: string;
  readonly address: string;
  /** What its server said. */
  readonly because: string;
  readonly atMs: number;
  readonly untilMs: number;
}
