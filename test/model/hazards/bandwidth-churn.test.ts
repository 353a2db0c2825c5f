import { expect, test } from 'vitest';
import { deriveModel } from '../../../src/model/derive-model.ts';
import { driverTree } from '../driver-tree.ts';
import { memoryTree, parseC } from '../memory-tree.ts';
import { fileDiff, PROFILES, seriesOf } from '../series-of.ts';
import { XHCI, XHCI_RING } from '../sources.ts';

/** The hazards of a patch that sets HCD_BH and keeps the lock, in a driver that does this behind the giveback. */
function hazardsOf(behind: string): readonly string[] {
  const old = driverTree({ flags: 'HCD_USB3', style: 'dropped' });
  const then = driverTree();
  const withRelease = (files: Record<string, string>): Record<string, string> => ({
    ...files,
    [XHCI_RING]: (files[XHCI_RING] ?? '').replace('\tnote_done(xhci);', behind),
  });
  const [before, after] = [withRelease(old), withRelease(then)];
  const files = [XHCI, XHCI_RING].map((path) => fileDiff(path, before[path] ?? '', after[path] ?? ''));
  const model = deriveModel(seriesOf([files]), PROFILES, [], { tree: memoryTree(before), parseC });
  return model?.hazards.map(({ kind, severity }) => `${kind} ${severity}`) ?? [];
}

const RELEASE = '\tif (list_empty(&done->queue))\n\t\tfree_bandwidth(xhci, done);';

const check = (name: string, behind: string, expected: readonly string[]): void => {
  test(name, () => {
    expect(hazardsOf(behind)).toEqual(expected);
  });
};

check('an endpoint that leaves the schedule with its last URB', RELEASE, ['bandwidth-churn warning']);
check('one that stays', '\tnote_done(xhci);', []);
check('one that leaves for another reason', RELEASE.replace('list_empty(&done->queue)', 'done->dead'), []);
check('one that leaves when its queue is not empty', RELEASE.replace('list_empty', '!list_empty'), []);
check('one that waits a while', `${RELEASE}\n\tstart_unreserve_timer(done);`, []);
