import { whenAskedToEnd } from '../../workers/when-asked-to-end.ts';

// Asked to end by itself while it does something else, it then goes on to what it would do from now on.

const BUSY_MS = 200;
/** A process that did not hear it ends all the same. */
const DEAF_MS = 5_000;

whenAskedToEnd(() => process.exit(1));
setTimeout(() => process.exit(2), DEAF_MS);
process.kill(process.pid, 'SIGTERM');
const until = performance.now() + BUSY_MS;
while (performance.now() < until);
whenAskedToEnd(() => {
  process.stdout.write('brought to its end\n');
  process.exit(0);
});
