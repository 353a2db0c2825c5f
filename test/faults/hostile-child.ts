import { spawn } from 'node:child_process';

// What an evaluation might become, by the command it is given.
const HOSTILE: Readonly<Record<string, () => void>> = {
  'never ends': () => {
    for (;;) {}
  },
  'takes all memory': () => {
    const taken: unknown[] = [];
    for (;;) taken.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
  },
  'starts others': () => {
    for (let count = 0; count < 20; count++) spawn('sleep', ['600.25'], { stdio: 'ignore' });
    for (;;) {}
  },
  'ends well and says nothing': () => process.exit(0),
  'kills itself': () => process.kill(process.pid, 'SIGKILL'),
};

process.once('message', ({ command }: { readonly command: string }) => HOSTILE[command]?.());
