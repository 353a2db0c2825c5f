import { mailparserMime } from '../src/adapters/mail/mime.ts';
import type { Letter } from '../src/ingest/letter.ts';
import { readLetters } from '../src/ingest/read-letters.ts';
import type { LetterFacts, Received } from '../src/ports/mail-store.ts';
import { bouncesIn, ensureBouncesHeard } from './bounces.ts';
import { ensureCheckSays } from './checks.ts';
import type { Pass } from './filing-order.ts';
import { log } from './log.ts';
import { commandsIn, ensureMailObeyed, whyUnheard } from './mail-commands.ts';
import type { WorkerPorts } from './ports.ts';
import { isWorthJudging, OLD_AND_CLAIMS_NOTHING } from './worth-judging.ts';

const MINUTE_MS = 60_000;

/**
 * Files the letters of one document into their threads, and plans when those are judged. Again is harmless. `pass` is
 * called when the next document may be begun; one that leads to more than its place waits until all of that is done.
 */
export async function ensureFiled(key: string, ports: WorkerPorts, pass: Pass = () => {}): Promise<void> {
  const { store, clock, settings, service } = ports;
  const document = await store.findDocument(key);
  if (document === null) return;
  const { value: letters } = await readLetters(document.bytes, {
    limits: settings.ingest,
    mime: mailparserMime,
  });
  const nowMs = clock();
  // A pull request is whole when it comes; a series by mail arrives patch by patch.
  const quietMs = document.topic === null ? service.limits.quietPeriodMinutes * MINUTE_MS : 0;
  // Our own mail comes back by the list. It is filed, so that it can be found, and is no reason to judge again.
  const isOwn = letters.length > 0 && (await areOwn(letters, ports));
  const isWorthIt = letters.some((letter) => isWorthJudging(letter, document, ports));
  const dueAtMs = isOwn || !isWorthIt ? null : nowMs + quietMs;
  const because = isOwn || isWorthIt ? null : OLD_AND_CLAIMS_NOTHING;
  const commanding = commandingLetter(document, letters, ports);
  const isUnfinished = commanding !== null;
  const bounces = bouncesIn(document);
  const filed = store.fileLetters({
    ...{ documentKey: key, letters: letters.map(factsOf), nowMs, dueAtMs, because, isUnfinished },
  });
  if (commanding === null && bounces.length === 0) pass();
  const threads = await filed;
  for (const { messageId } of letters)
    log('filed', { key, messageId: messageId ?? '', thread: threads[0] ?? '' });
  if (dueAtMs !== null && threads[0] !== undefined)
    await ensureCheckSays('queued', document, threads[0], ports);
  await ensureBouncesHeard(bounces, ports);
  await tellUnheard(document, letters, threads[0] ?? null, ports);
  if (commanding === null) return;
  await ensureMailObeyed({ letter: commanding, bytes: document.bytes, list: document.list }, ports);
  await store.finishDocument(key);
}

/** By the name that the outbox sent it under, too: a list may have put its own address into From. */
async function areOwn(letters: readonly Letter[], { store, service }: WorkerPorts): Promise<boolean> {
  for (const { from, messageId } of letters) {
    if (from?.address === service.identity.address) continue;
    if (messageId === null || (await store.findSent(messageId)) === null) return false;
  }
  return true;
}

/** A mail that is stored and never answered has its reason in the ledger. */
async function tellUnheard(
  { topic, bytes }: Received,
  letters: readonly Letter[],
  thread: string | null,
  ports: WorkerPorts,
): Promise<void> {
  if (topic !== null || thread === null) return;
  for (const letter of letters) {
    const because = whyUnheard({ letter, bytes }, ports);
    if (because !== null) await ports.store.noteSilence(thread, because, ports.clock());
  }
}

/** A document that is one mail may give commands; of several nobody could say whose bytes a signature is over. */
function commandingLetter(
  { topic, bytes }: Received,
  [letter, ...others]: readonly Letter[],
  ports: WorkerPorts,
): Letter | null {
  if (topic !== null || letter === undefined || others.length > 0) return null;
  return commandsIn({ letter, bytes }, ports).length > 0 ? letter : null;
}

function factsOf({ key, messageId, inReplyTo, references, subject, from }: Letter): LetterFacts {
  return { key, messageId, inReplyTo, references, subject, from: from?.address ?? null };
}
