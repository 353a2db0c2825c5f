import type { Scenario } from './scenario.ts';
import { workersKilled } from './scenarios/f01-workers-killed.ts';
import { killedAtEveryStep } from './scenarios/f02-every-step.ts';
import { killedAtSystemCalls } from './scenarios/f03-every-system-call.ts';
import { redisKilled, redisShutDown } from './scenarios/f04-redis-killed.ts';
import { redisDataGone, redisFlushed } from './scenarios/f06-redis-emptied.ts';
import { redisFull } from './scenarios/f08-redis-full.ts';
import { redisFrozen } from './scenarios/f09-redis-frozen.ts';
import { connectionsDead, partitioned, redisSlow } from './scenarios/f10-redis-network.ts';
import { redisClockAhead, redisClockBack } from './scenarios/f13-redis-clock.ts';
import { ownClockJumps } from './scenarios/f15-own-clock.ts';
import { workerFrozen } from './scenarios/f16-worker-frozen.ts';
import { hostileEvaluation } from './scenarios/f17-hostile-evaluation.ts';
import { outOfMemory } from './scenarios/f18-out-of-memory.ts';
import { githubBreaksOff } from './scenarios/f19-github-breaks-off.ts';
import { githubRefuses } from './scenarios/f20-github-refuses.ts';
import { smtpFails } from './scenarios/f21-smtp.ts';
import { webFlood } from './scenarios/f22-web-flood.ts';
import { diskFull } from './scenarios/f23-disk-full.ts';
import { fsyncFails } from './scenarios/f24-fsync-fails.ts';
import { storeDamaged } from './scenarios/f25-store-damaged.ts';
import { descriptorsGone } from './scenarios/f26-descriptors.ts';
import { upstreamAway } from './scenarios/f27-upstream-away.ts';
import { historyChanges } from './scenarios/f28-history.ts';
import { duplicates } from './scenarios/f29-duplicates.ts';
import { twoInstances } from './scenarios/f30-two-instances.ts';
import { versionsChange } from './scenarios/f31-versions.ts';
import { askedToEnd } from './scenarios/f32-asked-to-end.ts';
import { postgresRestored, sqliteRestored } from './scenarios/f34-backup-restored.ts';

/** Every row of the table of faults, in its order; F33 is the long run of soak.ts. */
export const SCENARIOS: readonly Scenario[] = [
  workersKilled,
  killedAtEveryStep,
  killedAtSystemCalls,
  redisKilled,
  redisShutDown,
  redisDataGone,
  redisFlushed,
  redisFull,
  redisFrozen,
  connectionsDead,
  partitioned,
  redisSlow,
  redisClockAhead,
  redisClockBack,
  ownClockJumps,
  workerFrozen,
  hostileEvaluation,
  outOfMemory,
  githubBreaksOff,
  githubRefuses,
  smtpFails,
  webFlood,
  diskFull,
  fsyncFails,
  storeDamaged,
  descriptorsGone,
  upstreamAway,
  historyChanges,
  duplicates,
  twoInstances,
  versionsChange,
  askedToEnd,
  sqliteRestored,
  postgresRestored,
];
