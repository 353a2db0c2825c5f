import { course } from '../course.ts';
import type { KeptProcess } from '../kept-process.ts';
import type { Scenario } from '../scenario.ts';
import { waitFor } from '../wait.ts';

const GRACE_SECONDS = 30;

export const askedToEnd: Scenario = {
  id: 'F32',
  fault: 'SIGTERM during a send, once and twice',
  async run(ground) {
    await ground.prepare();
    const codes: string[] = [];
    const inject = async (processes: readonly KeptProcess[]) => {
      for (const [at, one] of processes.slice(0, 2).entries()) {
        const leaving = ground.start(`leaving${at}`, ['reply'], { isKept: false });
        const before = ground.taken.length;
        await waitFor('posts', 30, () => ground.taken.length > before + 3).catch(() => {});
        leaving.signal('SIGTERM');
        if (at === 1) leaving.signal('SIGTERM');
        await waitFor('the end', GRACE_SECONDS, () => !leaving.isRunning).catch(() => {});
        if (leaving.exitCode !== 0) codes.push(`asked ${at + 1} times it ended with ${leaving.exitCode}`);
        one.measure();
      }
    };
    return [...(await course(ground, inject, { mails: 60, comments: 60, at: 0.05 })), ...codes];
  },
};
