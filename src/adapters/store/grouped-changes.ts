import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Change, Database } from './schema.ts';

/** So many share one transaction at most: another process that wants to write waits for all of them. */
const TOGETHER_MAX = 64;

/** Does the work in one transaction, which is on the disk when it resolves. */
type Transact = (work: (change: Change) => Promise<void>) => Promise<void>;

/** Says to whoever asked for a change what became of it. */
type Tell = () => void;

interface Waiting {
  run(change: Change): Promise<Tell>;
  reject(error: unknown): void;
}

/**
 * Lets changes that are asked for at the same time share one transaction, because it is the disk that takes time: it is
 * waited for once for all of them. They run in the order they were asked for. One that fails is undone alone, and its
 * error goes to whoever asked for it. Nobody hears of success before the disk has all of it; where that can not be,
 * everybody of the group hears why.
 */
export function groupedChanges(transact: Transact): Database['change'] {
  let waiting: Waiting[] = [];
  let isRunning = false;
  const runAll = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      // Whatever else is asked for in this turn of the event loop comes along.
      await nextTurn();
      const group = waiting.slice(0, TOGETHER_MAX);
      waiting = waiting.slice(TOGETHER_MAX);
      await settle(group, transact);
    }
    isRunning = false;
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const run = async (change: Change): Promise<Tell> => {
        const result = await work(change);
        return () => resolve(result);
      };
      waiting.push({ run, reject });
      if (!isRunning) void runAll();
    });
}

/** Never rejects: what went wrong is told to those it concerns. */
async function settle(group: readonly Waiting[], transact: Transact): Promise<void> {
  const told: Tell[] = [];
  const broken: unknown[] = [];
  try {
    await transact(async (change) => {
      try {
        for (const one of group) told.push(await (group.length === 1 ? one.run(change) : apart(one, change)));
      } catch (error) {
        broken.push(error);
        throw error;
      }
    });
  } catch (error) {
    // The reason, where there is one, and not that a transaction which is gone could not be undone.
    const [because = error] = broken;
    for (const { reject } of group) reject(because);
    return;
  }
  for (const tell of told) tell();
}

/**
 * One change of several.
 * @throws its error when the database has undone all of them, as SQLite does when the disk is full: then nothing of the
 * others is left either
 */
async function apart({ run, reject }: Waiting, change: Change): Promise<Tell> {
  await sql`savepoint one_of_several`.execute(change);
  try {
    const tell = await run(change);
    await sql`release savepoint one_of_several`.execute(change);
    return tell;
  } catch (error) {
    await undo(change).catch(() => {
      throw error;
    });
    return () => reject(error);
  }
}

async function undo(change: Change): Promise<void> {
  await sql`rollback to savepoint one_of_several`.execute(change);
  await sql`release savepoint one_of_several`.execute(change);
}
