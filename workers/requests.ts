import type { Github } from '../src/adapters/forge/github.ts';
import type { RequestEvent } from '../src/service/forge-event.ts';
import { documentKey } from '../src/service/job-keys.ts';
import { REPOSITORY_FILE } from '../src/service/repository-policy.ts';
import { requestDocument, topicOf } from '../src/service/request-document.ts';
import { readRepositoryFile } from '../src/settings/repository-file.ts';
import type { WorkerPorts } from './ports.ts';

/** The request as it is right now; the same head again is the same document. Gives its topic. */
export async function ensureRequestReceived(
  { repository, number }: Omit<RequestEvent, 'kind'>,
  github: Github,
  { store, queue, clock }: WorkerPorts,
): Promise<string> {
  const request = await github.readRequest(repository, number);
  const own = readRepositoryFile(await github.readDefaultFile(repository, REPOSITORY_FILE));
  const [list, topic, bytes] = [listOf(repository), topicOf(request), requestDocument(request, own)];
  const key = documentKey(list, topic, bytes);
  if (await store.receive({ key, list, topic, bytes }, clock())) await queue.add({ queue: 'ingest', key });
  return topic;
}

/** The name of a repository among the lists. */
export function listOf(repository: string): string {
  return `github:${repository}`;
}
