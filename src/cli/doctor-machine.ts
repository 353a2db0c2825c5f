import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { privateSocket } from '../adapters/queue/private-redis.ts';
import { redisAilments } from '../adapters/queue/redis-ailments.ts';
import { openStore } from '../adapters/store/open-store.ts';
import type { Check, Findings } from './examined.ts';
import type { ServicePlace } from './service-place.ts';

const GIBIBYTE = 1_024 ** 3;

/** What this machine has to bring, whatever the lists are. */
export function machineChecks(place: ServicePlace): readonly Check[] {
  return [
    ['node', async () => node()],
    ['git', async () => git()],
    ['data directory', async () => dataDirectory(place)],
    ['store', () => store(place)],
    ['queue', () => queue(place)],
  ];
}

/** Node 20 is no longer looked after; nothing of ours fails on it. */
const OLD_NODE = 22;
/** The first git with the repairs of 2026 in reading patches and packs. */
const OLD_GIT = [2, 50, 2] as const;

/** Why an old one is no reason not to start. */
const APPLYING =
  'where a list has a tree, patches are applied to git objects, never to files, and nothing is run';

function node(): Findings {
  const { node: version } = process.versions;
  const major = Number(version.split('.')[0]);
  if (major < 20) return { ailments: [`${version} is too old: install 20 or later`] };
  return major < OLD_NODE ? { notes: [`${version} gets no repairs any more; 22 does`] } : {};
}

function git(): Findings {
  const said = output('git', ['--version']);
  if (said === null) return { ailments: ['it does not run: apt-get install git'] };
  const version = (/\d{1,4}(?:\.\d{1,4}){1,3}/.exec(said)?.[0] ?? '').split('.').map(Number);
  const differs = OLD_GIT.findIndex((part, index) => part !== (version[index] ?? 0));
  const isOld = differs >= 0 && (version[differs] ?? 0) < (OLD_GIT[differs] ?? 0);
  return isOld
    ? {
        notes: [`${version.join('.')} is older than ${OLD_GIT.join('.')}, which has repairs; ${APPLYING}`],
      }
    : {};
}

function dataDirectory({ directory, killSwitch }: ServicePlace): Findings {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  accessSync(directory, constants.W_OK);
  const { bavail, bsize } = statfsSync(directory);
  const secrets = join(directory, 'giveback.env');
  const isOpen = existsSync(secrets) && (statSync(secrets).mode & 0o077) !== 0;
  return {
    ailments: [
      ...(existsSync(killSwitch) ? ['posting is stopped; giveback start lets it go on'] : []),
      ...(isOpen ? [`others can read its passwords: chmod 600 ${secrets}`] : []),
    ],
    notes: bavail * bsize < GIBIBYTE ? [`less than 1 GiB is free in ${directory}`] : [],
  };
}

async function store({ database }: ServicePlace): Promise<Findings> {
  const opened = await openStore(database);
  try {
    const broken = await opened.checkAudit();
    const says = `the audit log was changed at line ${broken}; restore a backup or find out why`;
    return broken === null ? {} : { ailments: [says] };
  } finally {
    await opened.close();
  }
}

async function queue({ redisUrl, directory }: ServicePlace): Promise<Findings> {
  if (redisUrl !== null) return { ailments: await redisAilments({ url: redisUrl }) };
  const socket = privateSocket(directory);
  if (existsSync(socket)) return { ailments: await redisAilments({ socket }) };
  return output('redis-server', ['--version']) === null
    ? { ailments: ['redis-server does not run: apt-get install redis-server, or set REDIS_URL'] }
    : { notes: ['the service does not run; it brings its own redis-server'] };
}

function output(program: string, args: readonly string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}
