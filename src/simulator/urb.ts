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

/** Both go to one endpoint of one device. */
export function isSameEndpoint(one: Urb, other: Urb): boolean {
  return (
    one.tally === other.tally &&
    one.pipe === other.pipe &&
    one.direction === other.direction &&
    one.endpoint === other.endpoint
  );
}
