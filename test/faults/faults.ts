import { parseArgs } from 'node:util';
import { build } from './built.ts';
import { Ground } from './ground.ts';
import { quietLog } from './quiet-log.ts';
import { NotRun, type Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { soak } from './soak.ts';
import { missingTools } from './tools.ts';
import { sleep } from './wait.ts';

interface Judged {
  readonly state: 'holds' | 'BROKEN' | 'not run';
  readonly lines: readonly string[];
}

interface Result extends Judged {
  readonly id: string;
  readonly seconds: number;
  readonly unjudged: readonly string[];
}

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
  const unknown = named.filter((name) => !all.some(({ id }) => id === name));
  const results: Result[] = [];
  for (const scenario of chosen) results.push(await shown(scenario));
  console.log(`\n${tableOf(results)}`);
  if (unknown.length > 0) console.log(`no row is called ${unknown.join(', ')}`);
  const isWell =
    results.length > 0 && unknown.length === 0 && results.every(({ state }) => state !== 'BROKEN');
  // What is left open by a row that was given up would keep us here.
  process.exit(isWell ? 0 : 1);
}

/** What the one who comes back after the run reads first: every row with its result, the time and the first of what is wrong. */
function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ id, state, seconds, lines, unjudged }) => {
    const said = [...lines.slice(0, 1), ...unjudged.map((what) => `not judged: ${what}`)];
    return `${id}  ${state.padEnd(7)}  ${String(seconds).padStart(4)} s  ${said.join('; ')}`.trimEnd();
  });
  const counts = (['holds', 'BROKEN', 'not run'] as const).map(
    (state) => `${results.filter((one) => one.state === state).length} ${state}`,
  );
  const seconds = results.reduce((sum, one) => sum + one.seconds, 0);
  return [...rows, `${results.length} faults in ${seconds} s: ${counts.join(', ')}`].join('\n');
}

async function shown(scenario: Scenario): Promise<Result> {
  const started = performance.now();
  const ground = new Ground();
  const result = await judged(scenario, ground);
  const seconds = Math.round((performance.now() - started) / 1_000);
  const { id, fault } = scenario;
  const notes = ground.notes.length === 0 ? '' : ` (${ground.notes.join('; ')})`;
  console.log(`${id}  ${result.state.padEnd(7)}  ${String(seconds).padStart(4)} s  ${fault}${notes}`);
  for (const line of result.lines.slice(0, LINES_SHOWN)) console.log(`       ${line}`);
  if (result.lines.length > LINES_SHOWN)
    console.log(`       and ${result.lines.length - LINES_SHOWN} lines more`);
  for (const what of ground.unjudged) console.log(`       not judged: ${what}`);
  return { ...result, id, seconds, unjudged: ground.unjudged };
}

/** What can not be taken away afterwards breaks this row, and not those that come after it. */
async function judged(scenario: Scenario, ground: Ground): Promise<Judged> {
  const result = await outcomeOf(scenario, ground);
  const untidy = await ground.end().then(
    () => [],
    (error: unknown) => [`at the end of it: ${String(error)}`],
  );
  return untidy.length === 0 ? result : { state: 'BROKEN', lines: [...result.lines, ...untidy] };
}

async function outcomeOf(scenario: Scenario, ground: Ground): Promise<Judged> {
  try {
    const lines = await Promise.race([scenario.run(ground), tooLong(scenario)]);
    return { state: lines.length === 0 ? 'holds' : 'BROKEN', lines };
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return error instanceof NotRun
      ? { state: 'not run', lines: [`not run: ${told}`] }
      : { state: 'BROKEN', lines: [told] };
  }
}

async function tooLong({ minutesMax = MINUTES_MAX }: Scenario): Promise<readonly string[]> {
  await sleep(minutesMax * MINUTE_MS);
  return [`it was not over after ${minutesMax} minutes`];
}

await main();
