import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Ground } from './ground.ts';
import { violations } from './invariants.ts';
import { RssTrend } from './rss-trend.ts';
import type { Scenario } from './scenario.ts';
import { SOAK_FAULTS } from './soak-faults.ts';
import { type SoakGround, soakGround } from './soak-ground.ts';
import { sleep } from './wait.ts';

const MINUTE_MS = 60_000;
const PLANNED_AT_ONCE = 5;
const PAUSE_MS_MIN = 4_000;
const PAUSE_MS_MAX = 20_000;
/** For what waits for a person, and for a busy machine. */
const QUIET_SECONDS = 300;
/** From that long on a slope of the memory says something. */
const SLOPE_MINUTES_MIN = 60;
const SLOPE_MEGABYTES_MAX = 1;

/** F33: one fault after another, drawn from a seed that is printed, while posts go on being planned. */
export function soak(minutes: number, seed: number): Scenario {
  return {
    id: 'F33',
    fault: `${minutes} minutes of faults by chance, --seed ${seed}`,
    minutesMax: minutes + 15,
    async run(ground) {
      console.log(`F33  ${minutes} minutes with --seed ${seed}`);
      const stage = await soakGround(ground);
      const trend = new RssTrend(ground.processes);
      ground.atEnd(() => trend.stop());
      await go(stage, seed, performance.now() + minutes * MINUTE_MS);
      await ground.pages.tellBack();
      await ground.quiet(QUIET_SECONDS);
      return [...(await told(ground)), ...judgedTrend(ground, trend, minutes)];
    },
  };
}

/** What comes, and after which pause, hangs on the seed alone and on no clock. */
async function go(stage: SoakGround, seed: number, untilMs: number): Promise<void> {
  const random = xoroshiro128plus(seed);
  const draw = (from: number, to: number) => uniformInt(random, from, to);
  const pick = <Thing>(things: readonly Thing[]): Thing => things[draw(0, things.length - 1)] as Thing;
  while (performance.now() < untilMs) {
    await stage.ground.plan(PLANNED_AT_ONCE, PLANNED_AT_ONCE);
    const { name, inject } = pick(SOAK_FAULTS);
    console.log(`     ${new Date().toISOString()}  ${name}  ${stage.ground.taken.length} posts so far`);
    await inject(stage, pick);
    await sleep(draw(PAUSE_MS_MIN, PAUSE_MS_MAX));
  }
}

async function told(ground: Ground): Promise<readonly string[]> {
  const facts = await ground.facts();
  const held = facts.planned.filter(({ state }) => state === 'held').length;
  const memory = facts.lived.map(({ name, rssMegabytesMax }) => `${name} ${rssMegabytesMax} MB`).join(', ');
  ground.notes.push(
    `${facts.planned.length} posts planned, ${ground.taken.length} taken, ${held} held; at most ${memory}`,
  );
  return violations(facts, { isHeldAllowed: true });
}

/** Within minutes a heap that has not yet been collected looks like one that grows: then it is told and not judged. */
function judgedTrend(ground: Ground, trend: RssTrend, minutes: number): readonly string[] {
  const slopes = trend.slopes();
  ground.notes.push(
    slopes.map(({ name, megabytesPerHour }) => `${name} ${megabytesPerHour} MB/h`).join(', '),
  );
  if (minutes < SLOPE_MINUTES_MIN) return [];
  return slopes
    .filter(({ megabytesPerHour }) => megabytesPerHour >= SLOPE_MEGABYTES_MAX)
    .map(({ name, megabytesPerHour }) => `I8 ${name} grows by ${megabytesPerHour} MB in an hour`);
}
