import type { Letter } from '../src/ingest/letter.ts';
import type { StoredReport } from '../src/ports/evaluation-store.ts';
import { type Actor, type Command, type MailCommand, mayGive, readMail } from '../src/service/commands.ts';
import { commandKey } from '../src/service/job-keys.ts';
import { isMachineMail } from '../src/service/machine-mail.ts';
import { maintainersOf } from '../src/service/maintainers.ts';
import { policyOf, treeOf } from '../src/service/service-settings.ts';
import { answer, isTooMany, obey } from './obey.ts';
import type { WorkerPorts } from './ports.ts';

const DAY_MS = 86_400_000;
const UNPROVEN =
  'Commands need a mail whose DKIM signature proves its sender, and yours has none that does. Nothing was done.';

/** A letter with its very bytes, and the list that brought it. */
export interface CommandLetter {
  readonly letter: Letter;
  readonly bytes: Uint8Array;
  readonly list: string;
}

/** The commands of a letter that are to be looked at at all: of a person, of these days. */
export function commandsIn(
  { letter, bytes }: Omit<CommandLetter, 'list'>,
  { clock, service }: WorkerPorts,
): readonly MailCommand[] {
  const { commandsPerMail, commandDays } = service.limits.caps;
  const { address } = service.identity;
  const isOwn = letter.from?.address === address || isMachineMail(bytes, letter, address);
  const isOld = letter.date !== null && clock() - Date.parse(letter.date) > commandDays * DAY_MS;
  return isOwn || isOld || letter.messageId === null ? [] : readMail(letter.text, commandsPerMail);
}

/** Why a mail that reads as if it asked for something is not answered; null for one that asks nothing, or is. */
export function whyUnheard(
  { letter, bytes }: Omit<CommandLetter, 'list'>,
  ports: WorkerPorts,
): string | null {
  const { address } = ports.service.identity;
  const isOwn = letter.from?.address === address;
  if (isOwn || !isMachineMail(bytes, letter, address) || readMail(letter.text, 1).length === 0) return null;
  return `a program wrote <${letter.messageId}>: what it asks for is not done, and it is not answered`;
}

/** Obeys the commands in a letter whose sender is proven; another one is told so once, and never again. */
export async function ensureMailObeyed(given: CommandLetter, ports: WorkerPorts): Promise<void> {
  const { letter, bytes, list } = given;
  const { messageId, from } = letter;
  const thread = messageId === null ? null : await ports.store.findThread(messageId);
  const sender = from?.address?.toLowerCase() ?? null;
  if (messageId === null || thread === null || sender === null) return;
  const isProven = (await ports.provenSender(bytes)) === sender;
  for (const found of commandsIn(given, ports)) {
    const place = { thread, list, by: sender, reply: replyTo(letter, sender, found.text) };
    if (isProven) await obeyLine(found, { ...place, messageId }, ports);
    else await refuseOnce(sender, place, ports);
  }
}

type Place = Pick<Parameters<typeof obey>[0], 'thread' | 'list' | 'by' | 'reply'>;

async function obeyLine(
  { read, line }: MailCommand,
  { messageId, ...place }: Place & { readonly messageId: string },
  ports: WorkerPorts,
): Promise<void> {
  const key = commandKey(messageId, line);
  if (await isTooMany(place.by, place.thread, ports)) return;
  if (read.kind === 'unreadable') return tellOnce(key, { ...place, says: read.because }, ports);
  const { command } = read;
  if (mayGive(command, await actorOf(command, place, ports)))
    await obey({ ...place, command, key, via: 'mail' }, ports);
  else await tellOnce(key, { ...place, says: `"${command.verb}" is not for everybody.` }, ports);
}

function refuseOnce(sender: string, place: Place, ports: WorkerPorts): Promise<void> {
  return tellOnce(commandKey('unproven', sender), { ...place, says: UNPROVEN }, ports);
}

async function tellOnce(
  key: string,
  { says, ...place }: Place & { readonly says: string },
  ports: WorkerPorts,
): Promise<void> {
  const { store, clock } = ports;
  if (await store.knowsCommand(key)) return;
  await answer({ ...place, key }, [says], ports);
  const refused = { verb: 'refused', words: [], actor: place.by, via: 'mail', answer: says } as const;
  await store.takeCommand({ ...refused, key, thread: place.thread }, clock());
}

/**
 * The author of the series as its latest report names them, or somebody whom MAINTAINERS names for a file of it; the
 * others are named in lists.json.
 */
async function actorOf({ right }: Command, { thread, list, by }: Place, ports: WorkerPorts): Promise<Actor> {
  const { writers, maintainers, operators } = policyOf(ports.service, list);
  const stored = await ports.store.latestReport(thread);
  const isAmong = (names: readonly string[]) => names.some((name) => name.toLowerCase() === by);
  const author = stored?.report.series.author?.address?.toLowerCase() ?? null;
  const isNamed = right === 'author' && author !== by && stored !== null;
  return {
    isAuthor: author === by || (isNamed && (await isInMaintainers(stored, { list, by }, ports))),
    isWriter: isAmong(writers),
    isOfList: isAmong(maintainers),
    isOperator: isAmong(operators),
  };
}

/** Read in the tree of the list, where it has one, and only when it matters. */
async function isInMaintainers(
  { report }: StoredReport,
  { list, by }: Pick<Place, 'list' | 'by'>,
  { service, readTreeFile }: WorkerPorts,
): Promise<boolean> {
  const tree = treeOf(service, list);
  const text = tree === null ? null : await readTreeFile(tree, 'MAINTAINERS');
  if (text === null) return false;
  const files = report.series.patches.flatMap((patch) => patch.files);
  const paths = files.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]));
  return maintainersOf(text, paths).has(by);
}

function replyTo({ messageId, references, subject }: Letter, address: string, line: string): Place['reply'] {
  return { kind: 'mail', address, messageId: messageId ?? '', references, subject, line };
}
