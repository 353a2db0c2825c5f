import { exactText, readShared } from '../src/adapters/pool/share-text.ts';
import { shareKey } from '../src/service/job-keys.ts';
import { log } from './log.ts';
import type { WorkerPorts } from './ports.ts';

const LOOK_MS = 2_000;

/**
 * Plays a share of somebody else's evaluation and gives back what came of it. Who plays by other code or another
 * configuration leaves it to its owner, and so does who can not play it. Again is harmless.
 */
export async function ensureSharePlayed(key: string, ports: WorkerPorts): Promise<void> {
  const { store } = ports;
  const body = await store.takeShare(key);
  if (body === null) return;
  const isOurs = shareKey(ports.playsAs, body) === key;
  const text = isOurs ? await playedText(key, body, ports).catch((error) => notPlayed(key, error)) : null;
  if (text === null) await store.letShareGo(key);
  else await store.givePlayed(key, text);
}

async function playedText(key: string, body: string, ports: WorkerPorts): Promise<string | null> {
  const shared = readShared(body);
  if (shared === null) return null;
  const ended = new AbortController();
  const look = async () => {
    const [row] = await ports.store.listShares([key]);
    if (row === undefined) ended.abort();
  };
  // An owner that is done, called off or dead-lettered has taken it away.
  const turns = setInterval(() => void look().catch(() => {}), LOOK_MS);
  try {
    return exactText(await ports.playShare(shared, ended.signal));
  } finally {
    clearInterval(turns);
  }
}

/** Its owner plays it, and meets whatever is wrong with it by itself. */
function notPlayed(key: string, error: unknown): null {
  log('share not played', { key, because: error instanceof Error ? error.message : String(error) });
  return null;
}
