import type { Letter } from '../src/ingest/letter.ts';
import { readMail } from '../src/service/commands.ts';
import { commandKey } from '../src/service/job-keys.ts';
import type { WorkerPorts } from './ports.ts';

/**
 * Obeys the commands in a letter. A sender can be forged, so that a mail may only ask for less: `stop` silences its
 * thread; everything else is written down for the operators and not done.
 */
export async function ensureMailObeyed(letter: Letter, ports: WorkerPorts): Promise<void> {
  const { store, clock, service } = ports;
  const { messageId, from } = letter;
  const isMachine = from?.address === service.identity.address;
  const thread = messageId === null || isMachine ? null : await store.findThread(messageId);
  if (messageId === null || thread === null) return;
  const actor = from?.address ?? 'somebody';
  const found = readMail(letter.text, service.limits.caps.commandsPerMail);
  for (const [index, read] of found.entries()) {
    if (read.kind !== 'command') continue;
    const { verb, words } = read.command;
    const answer = verb === 'stop' ? 'done' : 'not done: a mail proves nobody';
    const key = commandKey(messageId, index);
    const isNew = await store.takeCommand({ key, verb, words, thread, actor, via: 'mail', answer }, clock());
    if (isNew && verb === 'stop') await store.mute(thread, actor, clock());
  }
}
