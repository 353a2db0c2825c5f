import type { Host, Scenario } from '../host.ts';
import { ethernetRx } from './ethernet-rx.ts';
import { ethernetTx } from './ethernet-tx.ts';
import type { Ethernet } from './ethernet-wire.ts';

/** A USB Ethernet adapter that packs frames into URBs, after the r8152 driver. An item is a network frame. */
export function ethernet(host: Host, workload: Ethernet): Scenario {
  return workload.direction === 'rx' ? ethernetRx(host, workload) : ethernetTx(host, workload);
}
