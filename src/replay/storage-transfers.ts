import type { Hcd } from '../model/hcd.ts';
import type { Setting } from './scene.ts';

/** What a channel of dwc2 carries at most, in bytes. See host-channels.ts */
const CHANNEL_BYTES_MAX = 65_024;

/** URBs that carry the data of a Bulk-Only command: 1, or the entries of its scatter list where the controller takes none. */
export function dataUrbs({ workload }: Setting): number {
  if (workload.kind !== 'storage') return 1;
  return Math.ceil(workload.transferBytes / entryBytes(workload.transferBytes, workload.dataUrbs));
}

/** Transfers that the data of a command takes beyond the first: its URBs, and on dwc2 the parts of each. */
export function transfersMore(setting: Setting, { driver }: Hcd): number {
  const { workload } = setting;
  if (workload.kind !== 'storage') return 0;
  const bytes = entryBytes(workload.transferBytes, workload.dataUrbs);
  return dataUrbs(setting) * (driver === 'dwc2' ? Math.ceil(bytes / CHANNEL_BYTES_MAX) : 1) - 1;
}

function entryBytes(transferBytes: number, urbs = 1): number {
  return Math.ceil(transferBytes / urbs);
}
