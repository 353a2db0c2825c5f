import type { ModelChange } from '../model/hcd.ts';
import { gadgetEthernetScene } from './gadget-ethernet-scene.ts';
import { gadgetStorageScene } from './gadget-storage-scene.ts';
import type { NotReplayed } from './replay.ts';
import type { Asked, Scene } from './scene.ts';

/**
 * What a claim of a series for a gadget describes: the rate of mass storage as the host sees it, or of a network link.
 * A claim of work that the change does not reach, or of anything else, is not played.
 */
export function gadgetScene(asked: Asked): Scene | NotReplayed {
  const { claim, model } = asked;
  const isStorage = claim.workload === 'storage-read' || claim.workload === 'storage-write';
  const isLink = claim.workload === 'net-rx' || claim.workload === 'net-tx';
  if (!isStorage && !isLink) return notModelled('only mass storage and network links of gadgets are played');
  if (claim.metric !== 'throughput' && !(isLink && claim.metric === 'packet-rate'))
    return notModelled(`no run of a gadget shows ${claim.metric}`);
  const unreached = model.changes.filter(({ kind }) => !reaches(kind, isStorage));
  if (unreached.length === model.changes.length && unreached[0] !== undefined)
    return notModelled(
      `the series changes ${unreached[0].from} to ${unreached[0].to}, which ${isStorage ? 'mass storage' : 'a network link'} does not use`,
    );
  const scene = isStorage ? gadgetStorageScene(asked) : gadgetEthernetScene(asked);
  return scene ?? notModelled('no gadget that is configured carries the figures');
}

function reaches(kind: ModelChange['kind'], isStorage: boolean): boolean {
  if (kind.startsWith('storage-')) return isStorage;
  return kind.startsWith('ether-') ? !isStorage : true;
}

function notModelled(because: string): NotReplayed {
  return { code: 'not-modelled', because };
}
