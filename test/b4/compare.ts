import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Asked, askB4 } from './ask-b4.ts';
import { differingFields, ourChoice } from './choice.ts';
import { drawThreads } from './draw-threads.ts';
import { readJudgements } from './judgements.ts';
import { composeTally, type Difference } from './tally.ts';

/** b4 0.12 dies of about one thread in six; so many more are drawn. */
const DRAWN_FOR_ONE = 1.5;
const USAGE = 'usage: npm run compare:b4 -- ARCHIVE_GIT_DIR [--series 1000] [--seed 1] [--keep FOLDER]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { series: { type: 'string' }, seed: { type: 'string' }, keep: { type: 'string' } },
});
const [gitDir] = positionals;
if (gitDir === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'compare-b4-')));
  await compare(gitDir, folder, { series: Number(values.series ?? 1000), seed: Number(values.seed ?? 1) });
}

async function compare(
  gitDir: string,
  folder: string,
  asked: { readonly series: number; readonly seed: number },
) {
  const count = Math.ceil(asked.series * DRAWN_FOR_ONE);
  const mboxes = await drawThreads(gitDir, folder, { count, seed: asked.seed });
  const differences: Difference[] = [];
  let [compared, crashed] = [0, 0];
  for await (const [path, theirs] of answersOf(mboxes, folder)) {
    if (compared === asked.series) break;
    if (theirs.crash !== null) {
      crashed++;
      continue;
    }
    compared++;
    const bytes = readFileSync(path);
    const ours = await ourChoice(bytes);
    const fields = differingFields(ours, theirs.choice);
    if (fields.length > 0)
      differences.push({ path, thread: firstIdOf(bytes), fields, ours, theirs: theirs.choice });
  }
  console.log(composeTally({ compared, crashed, differences }, readJudgements()));
}

/** What b4 says of each mbox; kept beside the mboxes, so that it is asked once. */
async function* answersOf(
  mboxes: readonly string[],
  folder: string,
): AsyncGenerator<readonly [string, Asked]> {
  const file = join(folder, 'b4.jsonl');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  for (const [at, line] of kept.entries()) yield [mboxes[at] ?? '', JSON.parse(line)];
  let at = kept.length;
  for await (const answer of askB4(mboxes.slice(at))) {
    appendFileSync(file, `${JSON.stringify(answer)}\n`);
    yield [mboxes[at] ?? '', answer];
    at++;
  }
}

function firstIdOf(mbox: Buffer): string {
  return /^Message-ID:\s*<([^<>\s]+)>/im.exec(mbox.toString('latin1'))?.[1] ?? '';
}
