import { parseArgs } from 'node:util';
import { build } from './built.ts';
import { Ground } from './ground.ts';
import { quietLog } from './quiet-log.ts';
import { NotRun, type Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { soak } from './soak.ts';
import { missingTools } from './tools.ts';
import { sleep } from './wait.ts';

type Result = { readonly state: 'held' | 'BROKEN' | 'not run'; readonly lines: readonly string[] };

const LINES_SHOWN = 6;
const MINUTES_MAX = 10;
const MINUTE_MS = 60_000;
const SOAK_MINUTES = 10;

/** `npm run test:faults -- F04 F21`: the rows that are named, or all of them; `--soak` for F33 alone. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { soak: { type: 'boolean' }, minutes: { type: 'string' }, seed: { type: 'string' } },
  });
  const missing = missingTools();
  if (missing !== null) console.log(missing);
  build();
  quietLog();
  const minutes = Number(values.minutes ?? SOAK_MINUTES);
  const seed = Number(values.seed ?? Date.now() % 100_000);
  const all = [...SCENARIOS, soak(minutes, seed)];
  const named = values.soak === true ? ['F33'] : positionals;
  const chosen = all.filter(({ id }) => named.length === 0 || named.includes(id));
  const results: Result[] = [];
  for (const scenario of chosen) results.push(await shown(scenario));
  summarize(results);
}

function summarize(results: readonly Result[]): void {
  const counts = (['held', 'BROKEN', 'not run'] as const).map(
    (state) => `${results.filter((one) => one.state === state).length} ${state}`,
  );
  console.log(`\n${results.length} faults: ${counts.join(', ')}`);
  // What is left open by a row that was given up would keep us here.
  process.exit(results.some(({ state }) => state === 'BROKEN') || results.length === 0 ? 1 : 0);
}

async function shown(scenario: Scenario): Promise<Result> {
  const started = performance.now();
  const ground = new Ground();
  const result = await judged(scenario, ground);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  const { id, fault } = scenario;
  const notes = ground.notes.length === 0 ? '' : ` (${ground.notes.join('; ')})`;
  console.log(`${id}  ${result.state.padEnd(7)}  ${seconds.padStart(3)} s  ${fault}${notes}`);
  for (const line of result.lines.slice(0, LINES_SHOWN)) console.log(`       ${line}`);
  if (result.lines.length > LINES_SHOWN)
    console.log(`       and ${result.lines.length - LINES_SHOWN} lines more`);
  return result;
}

async function judged(scenario: Scenario, ground: Ground): Promise<Result> {
  try {
    const lines = await Promise.race([scenario.run(ground), tooLong(scenario)]);
    return { state: lines.length === 0 ? 'held' : 'BROKEN', lines };
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return error instanceof NotRun
      ? { state: 'not run', lines: [`not run: ${told}`] }
      : { state: 'BROKEN', lines: [told] };
  } finally {
    await ground.end();
  }
}

async function tooLong({ minutesMax = MINUTES_MAX }: Scenario): Promise<readonly string[]> {
  await sleep(minutesMax * MINUTE_MS);
  return [`it was not over after ${minutesMax} minutes`];
}

await main();
