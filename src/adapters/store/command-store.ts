import type { CommandStore } from '../../ports/command-store.ts';
import { writeAudit } from './audit.ts';
import type { Database } from './schema.ts';

export function commandStore({ tables, change }: Database): CommandStore {
  const countSince = async (column: 'actor' | 'thread', value: string, sinceMs: number) => {
    const { commands } = await tables
      .selectFrom('command')
      .select(({ fn }) => fn.countAll<number>().as('commands'))
      .where(column, '=', value)
      .where('at_ms', '>', sinceMs)
      .executeTakeFirstOrThrow();
    return Number(commands);
  };
  return {
    takeCommand({ words, ...command }, nowMs) {
      return change(async (within) => {
        const { numInsertedOrUpdatedRows: count } = await within
          .insertInto('command')
          .values({ ...command, words: JSON.stringify(words), at_ms: nowMs })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .executeTakeFirst();
        const isNew = count === 1n;
        const detail = `${command.verb} by ${command.actor}: ${command.answer}`;
        if (isNew) await writeAudit(within, { at: nowMs, what: 'command', subject: command.thread, detail });
        return isNew;
      });
    },

    async knowsCommand(key) {
      const row = await tables.selectFrom('command').select('key').where('key', '=', key).executeTakeFirst();
      return row !== undefined;
    },

    countThreadCommands: (thread, sinceMs) => countSince('thread', thread, sinceMs),
    countCommands: (actor, sinceMs) => countSince('actor', actor, sinceMs),

    mute(scope, actor, nowMs) {
      return change(async (within) => {
        await within
          .insertInto('mute')
          .values({ scope, actor, at_ms: nowMs })
          .onConflict((conflict) => conflict.column('scope').doNothing())
          .execute();
        await writeAudit(within, { at: nowMs, what: 'muted', subject: scope, detail: actor });
      });
    },

    unmute(scope, actor, nowMs) {
      return change(async (within) => {
        await within.deleteFrom('mute').where('scope', '=', scope).execute();
        await writeAudit(within, { at: nowMs, what: 'unmuted', subject: scope, detail: actor });
      });
    },

    async isMuted(scopes) {
      if (scopes.length === 0) return false;
      const row = await tables
        .selectFrom('mute')
        .select('scope')
        .where('scope', 'in', scopes)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
