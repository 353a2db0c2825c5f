import type { GadgetEthernet } from '../gadget-workload.ts';
import type { Host, Scenario } from '../host.ts';
import { gadgetEthernetRx } from './gadget-ethernet-rx.ts';
import { gadgetEthernetTx } from './gadget-ethernet-tx.ts';

/** The network link of a gadget, after u_ether: ECM, EEM, RNDIS, or NCM with several frames in a request. */
export function gadgetEthernet(host: Host, workload: GadgetEthernet): Scenario {
  return workload.direction === 'rx' ? gadgetEthernetRx(host, workload) : gadgetEthernetTx(host, workload);
}
