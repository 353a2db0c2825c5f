import { spawn } from 'node:child_process';
import { CLI } from '../built.ts';
import type { Ground } from '../ground.ts';
import { violations } from '../invariants.ts';
import type { Scenario } from '../scenario.ts';
import { sleep } from '../wait.ts';

const TRY_LATER = 75;

export const twoInstances: Scenario = {
  id: 'F30',
  fault: 'the service is started twice on one directory, and twice the workers on one store',
  async run(ground) {
    await ground.prepare();
    const first = spawn(process.execPath, [CLI, 'serve', '--data', ground.data], quietly(ground));
    ground.atEnd(() => void first.kill('SIGKILL'));
    await sleep(6_000);
    const { code, said } = await served(ground);
    first.kill('SIGTERM');
    await new Promise((resolve) => (first.exitCode === null ? first.once('exit', resolve) : resolve(null)));
    const refusal =
      code === TRY_LATER && said.includes(String(first.pid)) ? [] : [`the second: ${code} ${said}`];
    await ground.plan(20, 10);
    for (const name of ['w0', 'w1', 'w2', 'w3']) ground.start(name, ['reply']);
    ground.start('in', ['ingest']);
    await ground.quiet();
    return [...refusal, ...violations(await ground.facts())];
  },
};

const quietly = ({ home }: Ground) => {
  const env = { PATH: process.env['PATH'], HOME: home };
  return { env, stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] };
};

function served(ground: Ground): Promise<{ code: number | null; said: string }> {
  const second = spawn(process.execPath, [CLI, 'serve', '--data', ground.data], quietly(ground));
  let said = '';
  second.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  return new Promise((resolve) => second.once('close', (code) => resolve({ code, said })));
}
