import { spawnSync } from 'node:child_process';
import { course } from '../course.ts';
import { NotRun, type Scenario } from '../scenario.ts';
import { waitFor } from '../wait.ts';

const FAILING = [
  'strace',
  '-f',
  '-qq',
  '-e',
  'trace=fsync,fdatasync',
  '-e',
  'inject=fsync,fdatasync:error=EIO:when=30',
];

export const fsyncFails: Scenario = {
  id: 'F24',
  fault: 'fsync fails once with EIO',
  async run(ground) {
    if (spawnSync('strace', ['-V']).status !== 0) throw new NotRun('strace is not installed');
    await ground.prepare();
    let ended = 0;
    const inject = async () => {
      const struck = ground.start('w2', ['reply'], {
        before: [...FAILING, '-o', '/dev/null'],
        isKept: false,
      });
      await waitFor(
        'the process ends',
        90,
        () => !struck.isRunning || struck.log.includes('the store is broken'),
      );
      ended = struck.log.includes('the store is broken') ? 1 : 0;
    };
    const wrong = await course(ground, inject, {
      mails: 60,
      comments: 15,
      at: 0.05,
      allowed: { isHeldAllowed: true },
    });
    return ended === 1 ? wrong : [...wrong, 'the process went on after a failed fsync, or never met one'];
  },
};
