import { spawnSync } from 'node:child_process';
import type { Ground } from '../ground.ts';
import { NotRun, type Scenario } from '../scenario.ts';
import { recoverStruck, startStruck } from '../struck-reply.ts';

/** What changes a disk or leaves the machine. */
const CALLS = 'write,writev,pwrite64,sendto,sendmsg,fsync,fdatasync';
const KILLS = 20;
const AT_ONCE = 2;

export const killedAtSystemCalls: Scenario = {
  id: 'F03',
  minutesMax: 30,
  fault: `kill -9 at ${KILLS} of the system calls that write or send`,
  async run(ground) {
    if (spawnSync('strace', ['-V']).status !== 0) throw new NotRun('strace is not installed');
    await ground.prepare();
    const whole = await startStruck(ground, 'mail-counted', 0, { before: counting(ground) });
    await whole.over;
    const wrong = [...(await recoverStruck(ground, whole))];
    const count = callsIn(ground);
    if (count < KILLS) throw new NotRun('strace counts no system calls here');
    for (let at = 0; at < KILLS; at += AT_ONCE) {
      const picks = [at, at + 1].map((pick) => Math.ceil(((pick + 1) * count) / KILLS));
      wrong.push(...(await Promise.all(picks.map((pick) => killedAt(ground, pick)))).flat());
    }
    return wrong;
  },
};

async function killedAt(ground: Ground, call: number): Promise<readonly string[]> {
  const inject = `inject=${CALLS}:signal=SIGKILL:when=${call}`;
  const before = ['strace', '-f', '-qq', '-e', `trace=${CALLS}`, '-e', inject, '-o', '/dev/null'];
  const struck = await startStruck(ground, `mail-call-${call}`, 0, { before });
  await struck.over;
  return recoverStruck(ground, struck);
}

const counting = ({ home }: Ground) => [
  'strace',
  '-f',
  '-qq',
  '-c',
  '-e',
  `trace=${CALLS}`,
  '-o',
  `${home}/calls`,
];

/** Calls of the busiest thread: strace counts for each thread by itself. */
function callsIn({ home }: Ground): number {
  const said = spawnSync('awk', ['$NF == "total" { print $4 }', `${home}/calls`], { encoding: 'utf8' });
  return Number(said.stdout.trim() || 0);
}
