import { openStore } from '../../src/adapters/store/open-store.ts';
import { CrashPoints } from './crash-points.ts';
import { postNamed, receiversAt, settleAndReply } from './one-reply.ts';

// Takes one thread from its verdict to its post, is struck on the way, and tells how many points there were if it lives.
const [file = '', name = '', smtp = '', github = '', at = '0', signal = 'SIGKILL'] = process.argv.slice(2);
const points = new CrashPoints(at, () => process.kill(process.pid, signal as NodeJS.Signals));
const store = points.on(await openStore({ file }));
const receivers = receiversAt(smtp, github, async () => false);
const crashing = Object.fromEntries(Object.entries(receivers).map(([way, port]) => [way, points.on(port)]));
const post = postNamed(name, name.startsWith('mail') ? 'mail' : 'comment');
await settleAndReply(store, crashing, post, Date.now);
process.stdout.write(String(points.passed));
await store.close();
