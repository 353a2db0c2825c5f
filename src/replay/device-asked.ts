import type { WorkloadName } from '../claims/claim.ts';
import { MEANWHILE } from './beside.ts';
import { longestWord } from './machine-class.ts';
import type { Asked } from './scene.ts';

/** Words that name whose latency or loss it is; what else is named may only have run meanwhile. */
const DEVICES: readonly { readonly words: readonly string[]; readonly workload: WorkloadName }[] = [
  { words: ['hid', 'keyboard', 'mouse', 'mice'], workload: 'hid' },
  { words: ['audio', 'snd-usb', 'snd-usb-audio', 'sound', 'xrun', 'xruns', 'headset'], workload: 'audio' },
];

/**
 * The claim as one of the device it is about: "mouse latency while dd reads from a disk" is of the mouse, though most of
 * its words are of the disk. A claim whose words name no such device stays as it was read.
 */
export function ofItsDevice(asked: Asked): Asked {
  const { claim } = asked;
  const text = subjectOf(`${claim.quantity} ${claim.device ?? ''}`.toLowerCase());
  const named = DEVICES.find(({ words }) => longestWord(text, words) > 0);
  return named === undefined ? asked : { ...asked, claim: { ...claim, workload: named.workload } };
}

/** What stands before "while". */
function subjectOf(text: string): string {
  const ends = MEANWHILE.map((word) => text.indexOf(` ${word} `)).filter((at) => at > 0);
  return text.slice(0, Math.min(text.length, ...ends));
}
