import type { Github } from '../src/adapters/forge/github.ts';
import { COMMENT_PREFIX } from '../src/service/commands.ts';
import type { ServiceSettings } from '../src/service/service-settings.ts';
import { ensureHandled } from './forge.ts';
import type { WorkerPorts } from './ports.ts';
import { listOf } from './requests.ts';

/** Each poll looks back over the one before: what is asked twice is done once. */
const OVERLAP_MS = 60_000;

/** Looks for changed requests and new commands where no webhook tells of them. */
export async function ensurePolled(repository: string, github: Github, ports: WorkerPorts): Promise<void> {
  const { store, clock } = ports;
  const name = listOf(repository);
  const begun = new Date(clock() - OVERLAP_MS).toISOString();
  const since = (await store.readCursor(name)) ?? begun;
  for (const number of await github.listChanged(repository, since))
    await ensureHandled({ kind: 'request', repository, number }, github, ports);
  for (const event of await github.listCommands(repository, since, COMMENT_PREFIX))
    await ensureHandled(event, github, ports);
  await store.writeCursor(name, begun);
}

/** The repositories among the lists. */
export function repositoriesOf({ lists }: ServiceSettings): readonly string[] {
  const prefix = listOf('');
  return Object.keys(lists).flatMap((list) => (list.startsWith(prefix) ? [list.slice(prefix.length)] : []));
}
