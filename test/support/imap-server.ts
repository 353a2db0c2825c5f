import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server's program stands where the PATH of a plain user need not look. */
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/bin', LC_ALL: 'C' };

/** False where Debian's dovecot-imapd is not installed; tests that need it skip themselves then. */
export const hasImapServer: boolean = spawnSync('dovecot', ['--version'], { env: ENVIRONMENT }).status === 0;

/** A Dovecot of our own on the loopback, without TLS. */
export interface ImapServer {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** What a mail client is given: imap://user:password@host:port */
  readonly url: string;
  /** Puts a mail into the INBOX as a mail server does: whole, in one step. */
  deliver(mail: string | Uint8Array, user?: string): void;
  /** Away, and back later with the same mails on the same port. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  stop(): Promise<void>;
}

const USER = 'bot';
const PASSWORD = 'for-tests-only';

/** Starts it in a temporary folder; nothing of it is root, so that a test may run as root or not. */
export async function startImapServer(): Promise<ImapServer> {
  const folder = mkdtempSync(join(tmpdir(), 'giveback-imap-'));
  const inbox = join(folder, USER, 'Maildir');
  for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(inbox, part), { recursive: true });
  const port = await freePort();
  const owner = unprivileged();
  writeFileSync(join(folder, 'dovecot.conf'), configuration(folder, port, owner));
  execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder]);
  let server = await start(folder, port, owner);
  let count = 0;
  return {
    ...{ host: '127.0.0.1', port, user: USER, password: PASSWORD },
    url: `imap://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    deliver(mail, user = USER) {
      const inbox = join(folder, user, 'Maildir');
      for (const part of ['cur', 'new', 'tmp'])
        if (!existsSync(join(inbox, part))) mkdirSync(join(inbox, part), { recursive: true });
      if (user !== USER) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, join(folder, user)]);
      const name = `${Math.floor(Date.now() / 1_000)}.${String(++count).padStart(6, '0')}.host`;
      const half = join(inbox, 'tmp', name);
      writeFileSync(half, mail);
      chownSync(half, owner.uid, owner.gid);
      renameSync(half, join(inbox, 'new', name));
    },
    goDown: () => ended(server),
    async comeUp() {
      server = await start(folder, port, owner);
    },
    async stop() {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
  readonly user: string;
  readonly group: string;
}

/** Dovecot serves no mail of root's. */
function unprivileged(): Owner {
  const who = process.getuid?.() === 0 ? ['nobody'] : [];
  const id = (what: string) => execFileSync('id', [what, ...who], { encoding: 'utf8' }).trim();
  const named = (what: string) => execFileSync('id', ['-n', what, ...who], { encoding: 'utf8' }).trim();
  return { uid: Number(id('-u')), gid: Number(id('-g')), user: named('-u'), group: named('-g') };
}

function configuration(folder: string, port: number, { uid, gid, user, group }: Owner): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = ${uid}
first_valid_gid = ${gid}
mail_location = maildir:~/Maildir
maildir_very_dirty_syncs = no
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/%u
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;
}

async function start(folder: string, port: number, { uid, gid }: Owner): Promise<ChildProcess> {
  const server = spawn('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], {
    ...{ uid, gid, cwd: folder, stdio: 'ignore' },
    env: ENVIRONMENT,
  });
  for (let tries = 0; tries < 200; tries++) {
    if (await greets(port)) return server;
    if (server.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`dovecot did not come up: ${readFileSync(join(folder, 'log'), 'utf8').slice(-1_000)}`);
}

async function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = connect(port, '127.0.0.1');
    const done = (isReady: boolean) => {
      asked.destroy();
      resolve(isReady);
    };
    asked.setTimeout(1_000, () => done(false));
    asked.on('error', () => done(false));
    asked.on('data', (said) => done(said.toString().startsWith('* OK')));
  });
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await exit;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
