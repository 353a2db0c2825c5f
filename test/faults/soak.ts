import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { GateMode } from './github-gate.ts';
import { Ground } from './ground.ts';
import { violations } from './invariants.ts';
import type { KeptProcess } from './kept-process.ts';
import type { SmtpMode } from './smtp-sink.ts';
import { sleep } from './wait.ts';

const MINUTE_MS = 60_000;
const PLANNED_AT_ONCE = 5;
const SMTP: readonly SmtpMode[] = ['4xx-from', '4xx-data', 'drop-after-data', 'hang-banner'];
const GATE: readonly GateMode[] = ['done-502', 'done-reset', 'lost-reset', 'refused-403', 'refused-401'];

/** F33: one fault after another, drawn from a seed that is printed, while posts go on being planned. */
export async function soak(minutes: number, seed: number): Promise<boolean> {
  console.log(`F33: ${minutes} minutes, --seed ${seed}`);
  const random = xoroshiro128plus(seed);
  const pick = <Thing>(things: readonly Thing[]): Thing =>
    things[uniformInt(random, 0, things.length - 1)] as Thing;
  const ground = new Ground();
  try {
    await ground.prepare();
    const processes = ground.startAll();
    const until = performance.now() + minutes * MINUTE_MS;
    while (performance.now() < until) {
      await ground.plan(PLANNED_AT_ONCE, PLANNED_AT_ONCE);
      const { name, inject } = pick(FAULTS);
      console.log(`${new Date().toISOString()}  ${name}  ${ground.taken.length} posts so far`);
      await inject(ground, pick, processes);
      await sleep(uniformInt(random, 4_000, 20_000));
    }
    await ground.quiet();
    return told(ground, await ground.facts());
  } finally {
    await ground.end();
  }
}

interface Fault {
  readonly name: string;
  inject(
    ground: Ground,
    pick: <Thing>(things: readonly Thing[]) => Thing,
    processes: readonly KeptProcess[],
  ): Promise<void>;
}

const FAULTS: readonly Fault[] = [
  { name: 'a worker is killed', inject: async (_, pick, processes) => pick(processes).kill() },
  {
    name: 'a worker sleeps',
    inject: async (_, pick, processes) => {
      const one = pick(processes);
      one.signal('SIGSTOP');
      await sleep(6_000);
      one.signal('SIGCONT');
    },
  },
  {
    name: 'Redis is killed',
    inject: async ({ redis }) => {
      await redis.end('SIGKILL');
      await sleep(2_000);
      await redis.start();
    },
  },
  { name: 'Redis is flushed', inject: async ({ redis }) => void redis.ask('flushall') },
  {
    name: 'Redis sleeps',
    inject: async ({ redis }) => {
      redis.signal('SIGSTOP');
      await sleep(6_000);
      redis.signal('SIGCONT');
    },
  },
  { name: 'the mail server fails', inject: ({ smtp }, pick) => forAWhile(smtp, pick(SMTP)) },
  { name: 'GitHub fails', inject: ({ github }, pick) => forAWhile(github, pick(GATE)) },
];

async function forAWhile<Mode extends string>(sink: { mode: Mode | 'ok' }, mode: Mode): Promise<void> {
  sink.mode = mode;
  await sleep(4_000);
  sink.mode = 'ok';
}

function told(ground: Ground, facts: Awaited<ReturnType<Ground['facts']>>): boolean {
  const wrong = violations(facts, { isHeldAllowed: true });
  const held = facts.planned.filter(({ state }) => state === 'held').length;
  const memory = facts.lived.map(({ name, rssMegabytesMax }) => `${name} ${rssMegabytesMax} MB`).join(', ');
  console.log(
    `${facts.planned.length} posts planned, ${ground.taken.length} taken, ${held} held; at most ${memory}`,
  );
  for (const line of wrong) console.log(`  ${line}`);
  console.log(wrong.length === 0 ? 'F33  held' : 'F33  BROKEN');
  return wrong.length === 0;
}
