import { parseArgs } from 'node:util';
import { build } from './built.ts';
import { Ground } from './ground.ts';
import { NotRun, type Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { soak } from './soak.ts';

type Result = { readonly state: 'held' | 'BROKEN' | 'not run'; readonly lines: readonly string[] };

const LINES_SHOWN = 6;

/** `npm run test:faults -- F04 F21`: the rows that are named, or all of them; `--soak` for the long one. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      built: { type: 'boolean' },
      soak: { type: 'boolean' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  if (values.built !== true) build();
  if (values.soak === true) {
    const seed = Number(values.seed ?? Date.now() % 100_000);
    process.exitCode = (await soak(Number(values.minutes ?? 10), seed)) ? 0 : 1;
    return;
  }
  const chosen = SCENARIOS.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
  const results: Result[] = [];
  for (const scenario of chosen) results.push(await shown(scenario));
  const counts = (['held', 'BROKEN', 'not run'] as const).map(
    (state) => `${results.filter((one) => one.state === state).length} ${state}`,
  );
  console.log(`\n${chosen.length} faults: ${counts.join(', ')}`);
  process.exitCode = results.some(({ state }) => state === 'BROKEN') ? 1 : 0;
}

async function shown(scenario: Scenario): Promise<Result> {
  const started = performance.now();
  const result = await judged(scenario);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  const { id, fault } = scenario;
  console.log(`${id}  ${result.state.padEnd(7)}  ${seconds.padStart(3)} s  ${fault}`);
  for (const line of result.lines.slice(0, LINES_SHOWN)) console.log(`       ${line}`);
  if (result.lines.length > LINES_SHOWN)
    console.log(`       and ${result.lines.length - LINES_SHOWN} lines more`);
  return result;
}

async function judged(scenario: Scenario): Promise<Result> {
  const ground = new Ground();
  try {
    const lines = await scenario.run(ground);
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

await main();
