import { deriveModel } from '../../../src/model/derive-model.ts';
import type { Hazard } from '../../../src/model/hcd.ts';
import { driverTree } from '../driver-tree.ts';
import { memoryTree, parseC } from '../memory-tree.ts';
import { fileDiff, PROFILES, seriesOf } from '../series-of.ts';

/** The hazards of a patch to one file, read in a made-up tree that has it. */
export function hazardsIn(path: string, before: string, after: string): readonly Hazard[] {
  const tree = { ...driverTree(), [path]: before };
  const series = seriesOf([[fileDiff(path, before, after)]]);
  const model = deriveModel(series, PROFILES, [], { tree: memoryTree(tree), parseC });
  if (model?.source !== 'tree') throw new Error('the patch was not read in the tree');
  return model.hazards;
}

/** "kind severity" of each. */
export function namesIn(path: string, before: string, after: string): string[] {
  return hazardsIn(path, before, after).map(({ kind, severity }) => `${kind} ${severity}`);
}
