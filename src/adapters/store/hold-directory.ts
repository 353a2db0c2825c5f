import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { Fault } from '../../fault.ts';

/**
 * Makes this process the one service of a directory on this machine, until it ends however it ends: the kernel lets go
 * of the name with the process, so that nothing stale is ever left behind.
 * @throws Fault 'later' with the process that holds it already
 */
export async function holdDirectory(directory: string): Promise<() => void> {
  const name = nameOf(directory);
  const server = createServer((asked) => asked.on('error', () => {}).end(String(process.pid)));
  const isHeld = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(name, () => resolve(true));
  });
  if (!isHeld) throw new Fault(`${directory} is served already, by process ${await holderOf(name)}`, 'later');
  server.unref();
  return () => server.close();
}

/** An abstract socket: it has no file, and so none that could be left or removed. Source: unix(7) */
function nameOf(directory: string): string {
  return `\0giveback-${createHash('sha256').update(realpathSync(directory)).digest('hex')}`;
}

function holderOf(name: string): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    connect(name)
      .on('data', (piece) => {
        said += piece.toString();
      })
      .on('error', () => resolve('unknown'))
      .on('end', () => resolve(said));
  });
}
