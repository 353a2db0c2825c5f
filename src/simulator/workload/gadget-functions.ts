import type { GadgetFunctions } from '../../model/hcd.ts';
import type { Machine } from '../machine.ts';

/** What is played on the device controller of this machine. @throws Error for a host controller, which plays nothing */
export function functionsOf({ hcd }: Machine): GadgetFunctions {
  if (hcd.gadget === undefined) throw new Error(`${hcd.driver} is no device controller`);
  return hcd.gadget;
}

/** Source: drivers/usb/gadget/function/u_ether.c of Linux 6.1, DEFAULT_QLEN */
const DEFAULT_QLEN = 2;

/** Requests of one direction of u_ether at high speed and above. Source: the same, qlen() */
export function etherRequests(machine: Machine): number {
  return DEFAULT_QLEN * functionsOf(machine).etherQmult;
}
