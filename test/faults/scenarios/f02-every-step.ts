import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';
import { recoverStruck, startStruck } from '../struck-reply.ts';

const AT_ONCE = 3;
/** Fewer would mean that the steps are no longer seen. */
const POINTS_MIN = 14;

export const killedAtEveryStep: Scenario = {
  id: 'F02',
  minutesMax: 30,
  fault: 'kill -9 at every step between the verdict and the settled post, by mail and as a comment',
  async run(ground) {
    await ground.prepare();
    return [...(await everyPoint(ground, 'mail')), ...(await everyPoint(ground, 'comment'))];
  },
};

async function everyPoint(ground: Ground, channel: 'mail' | 'comment'): Promise<readonly string[]> {
  const unharmed = await startStruck(ground, `${channel}-unharmed`, 0);
  const count = Number((await unharmed.over).said);
  const wrong = [...(await recoverStruck(ground, unharmed))];
  if (count < POINTS_MIN) wrong.push(`${channel}: only ${count} steps were seen`);
  for (let at = 1; at <= count; at += AT_ONCE) {
    const points = [at, at + 1, at + 2].filter((point) => point <= count);
    const runs = await Promise.all(points.map((point) => killedAt(ground, `${channel}-${point}`, point)));
    wrong.push(...runs.flat());
  }
  return wrong;
}

async function killedAt(ground: Ground, name: string, point: number): Promise<readonly string[]> {
  const struck = await startStruck(ground, name, point);
  const { signal } = await struck.over;
  const wrong = await recoverStruck(ground, struck);
  return signal === 'SIGKILL' ? wrong : [...wrong, `${name} was not killed`];
}
