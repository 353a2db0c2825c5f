import { mailparserMime } from '../src/adapters/mail/mime.ts';
import type { Letter } from '../src/ingest/letter.ts';
import { readLetters } from '../src/ingest/read-letters.ts';
import type { LetterFacts } from '../src/ports.ts';
import { ensureMailObeyed } from './mail-commands.ts';
import type { WorkerPorts } from './ports.ts';

const MINUTE_MS = 60_000;

/** Files the letters of one document into their threads, and plans when those are judged. Again is harmless. */
export async function ensureFiled(key: string, ports: WorkerPorts): Promise<void> {
  const { store, clock, settings, service } = ports;
  const document = await store.findDocument(key);
  if (document === null) return;
  const read = await readLetters(document.bytes, { limits: settings.ingest, mime: mailparserMime });
  const nowMs = clock();
  // A pull request is whole when it comes; a series by mail arrives patch by patch.
  const quietMs = document.topic === null ? service.limits.quietPeriodMinutes * MINUTE_MS : 0;
  const { address } = service.identity;
  // Our own mail comes back by the list. It is filed, so that it can be found, and is no reason to judge again.
  const isOwn = read.value.length > 0 && read.value.every(({ from }) => from?.address === address);
  const dueAtMs = isOwn ? null : nowMs + quietMs;
  await store.fileLetters({ documentKey: key, letters: read.value.map(factsOf), nowMs, dueAtMs });
  if (document.topic === null) for (const letter of read.value) await ensureMailObeyed(letter, ports);
}

function factsOf({ key, messageId, inReplyTo, references, subject, from }: Letter): LetterFacts {
  return { key, messageId, inReplyTo, references, subject, from: from?.address ?? null };
}
