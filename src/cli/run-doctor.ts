import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { privateSocket } from '../adapters/queue/private-redis.ts';
import { redisAilments } from '../adapters/queue/redis-ailments.ts';
import { openStore } from '../adapters/store/open-store.ts';
import { readSettings } from '../settings.ts';
import { readServiceSettings } from '../settings-service.ts';
import { ExitCode } from './exit-code.ts';
import { writeResult } from './output.ts';
import { type ServicePlace, servicePlace } from './service-place.ts';

/** `ailments` is empty where all is well; each of them says what to do. */
interface Examined {
  readonly what: string;
  readonly ailments: readonly string[];
}

/** `giveback doctor`: looks at each thing the service stands on. Exit code 1 when one of them is not well. */
export async function runDoctor(data: string | undefined): Promise<ExitCode> {
  const place = servicePlace(data);
  const examined = [
    await examine('node', async () => oldNode()),
    await examine('configuration', async () => configuration(place)),
    await examine('data directory', async () => dataDirectory(place)),
    await examine('store', () => store(place)),
    await examine('queue', () => queue(place)),
    await examine('git', async () => program('git', '--version', 'apt-get install git')),
  ];
  writeResult(examined.map(lineOf).join(''), undefined);
  return examined.every(({ ailments }) => ailments.length === 0) ? ExitCode.evaluated : ExitCode.ownFault;
}

async function examine(what: string, look: () => Promise<readonly string[]>): Promise<Examined> {
  try {
    return { what, ailments: await look() };
  } catch (error) {
    return { what, ailments: [error instanceof Error ? error.message : String(error)] };
  }
}

function lineOf({ what, ailments }: Examined): string {
  if (ailments.length === 0) return `ok     ${what}\n`;
  return ailments.map((ailment) => `FAILS  ${what}: ${ailment}\n`).join('');
}

function oldNode(): readonly string[] {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 20 ? [] : [`node ${process.versions.node} is too old; 20 or later is needed`];
}

function configuration({ directory }: ServicePlace): readonly string[] {
  readSettings();
  const { identity, lists } = readServiceSettings(directory);
  const speaking = Object.entries(lists).filter(([, { stage }]) => stage !== 'shadow');
  return speaking.length > 0 && identity.domain.endsWith('.invalid')
    ? [
        'lists.json lets lists be answered and has no identity of ours: set identity.address and identity.domain',
      ]
    : [];
}

function dataDirectory({ directory, killSwitch }: ServicePlace): readonly string[] {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  accessSync(directory, constants.W_OK);
  return existsSync(killSwitch) ? ['posting is stopped; giveback start lets it go on'] : [];
}

async function store({ database }: ServicePlace): Promise<readonly string[]> {
  const opened = await openStore(database);
  try {
    const broken = await opened.checkAudit();
    return broken === null
      ? []
      : [`the audit log was changed at line ${broken}; restore a backup or find out why`];
  } finally {
    await opened.close();
  }
}

async function queue({ redisUrl, directory }: ServicePlace): Promise<readonly string[]> {
  if (redisUrl !== null) return redisAilments({ url: redisUrl });
  const socket = privateSocket(directory);
  if (existsSync(socket)) return redisAilments({ socket });
  return program('redis-server', '--version', 'apt-get install redis-server, or set REDIS_URL');
}

function program(name: string, argument: string, remedy: string): readonly string[] {
  try {
    execFileSync(name, [argument], { stdio: 'ignore' });
    return [];
  } catch {
    return [`${name} does not run: ${remedy}`];
  }
}
