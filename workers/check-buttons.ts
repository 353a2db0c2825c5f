import type { Github } from '../src/adapters/forge/github.ts';
import { mayGive, readWords } from '../src/service/commands.ts';
import type { ButtonEvent } from '../src/service/forge-event.ts';
import { commandKey } from '../src/service/job-keys.ts';
import { topicOf } from '../src/service/request-document.ts';
import { actorOf, threadOf } from './comment-commands.ts';
import { isTooMany, obey } from './obey.ts';
import type { WorkerPorts } from './ports.ts';
import { ensureRequestReceived, listOf } from './requests.ts';

/** A button of a check is the command that stands on it, under the same table of who may give what. */
export async function ensureButtonObeyed(
  event: ButtonEvent,
  github: Github,
  ports: WorkerPorts,
): Promise<void> {
  const read = readWords(event.words);
  const thread = threadOf(event);
  const { repository, number, checkId, delivery, login: by } = event;
  if (read.kind !== 'command' || (await isTooMany(by, thread, ports))) return;
  const request = await github.readRequest(repository, number);
  const asker = { repository, login: by, isRequestAuthor: request.login === by };
  if (!mayGive(read.command, await actorOf(read.command, asker, github, ports))) return;
  await ensureRequestReceived(event, github, ports);
  const reply = { kind: 'comment', topic: topicOf(request), commentId: checkId } as const;
  const key = commandKey(repository, `check ${checkId} ${delivery}`);
  const order = { command: read.command, thread, list: listOf(repository), by, reply };
  await obey({ ...order, key, via: 'pull-request' }, ports);
}
