import type { Urb } from './parts.ts';

/** What a class driver says of an URB; the rest is filled in as it travels. */
export interface UrbOf
  extends Pick<Urb, 'pipe' | 'direction' | 'bytes' | 'complete' | 'isMapped' | 'start' | 'tally'> {
  /** 1 when not given. */
  readonly packets?: number;
  /** USB 2 when not given. */
  readonly root?: 2 | 3;
  /** The only one of its pipe and direction when not given. */
  readonly endpoint?: number;
}

export function urbOf(of: UrbOf): Urb {
  return {
    packets: 1,
    root: 2,
    endpoint: 0,
    ...of,
    isPeriodic: of.pipe === 'interrupt' || of.pipe === 'isoc',
    finishedNs: 0,
    isPending: false,
    items: 0,
    isQuiet: false,
  };
}
