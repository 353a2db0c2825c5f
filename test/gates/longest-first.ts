import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more for what is in them: begun last, they would run alone while other cores idle. */
const LONG = ['workers/serve', 'faces/real-pages', 'workers/reply-crash', 'gates/gates', 'workers/forge'];

/** The order of a run without a memory of earlier ones: the long files, then as vitest has it, by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.includes(`/${name}.`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
