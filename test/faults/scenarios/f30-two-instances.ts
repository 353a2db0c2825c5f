import { violations } from '../invariants.ts';
import type { Scenario } from '../scenario.ts';
import { startServed } from '../served.ts';
import { waitFor } from '../wait.ts';

const TRY_LATER = 75;
/** For a service that begins on a busy machine. */
const START_SECONDS = 120;

export const twoInstances: Scenario = {
  id: 'F30',
  fault: 'the service is started twice on one directory, and twice the workers on one store',
  async run(ground) {
    await ground.prepare();
    const first = startServed(ground);
    await waitFor('the first', START_SECONDS, () => first.said().includes('"pages"'));
    const second = startServed(ground);
    const code = await second.over;
    first.child.kill('SIGTERM');
    await first.over;
    const refusal =
      code === TRY_LATER && second.said().includes(String(first.child.pid))
        ? []
        : [`the second: ${code} ${second.said()}`];
    await ground.plan(20, 10);
    for (const name of ['w0', 'w1', 'w2', 'w3']) ground.start(name, ['reply']);
    ground.start('in', ['ingest']);
    await ground.quiet();
    return [...refusal, ...violations(await ground.facts())];
  },
};
