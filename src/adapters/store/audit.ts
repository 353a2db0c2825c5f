import { createHash } from 'node:crypto';
import type { AuditLine, Store } from '../../ports/store.ts';
import type { Change, Database } from './schema.ts';

/** Writes one line more, in the same transaction as what it speaks of. */
export async function writeAudit(change: Change, line: AuditLine): Promise<void> {
  const last = await change.selectFrom('audit').select('chain').orderBy('seq', 'desc').limit(1).execute();
  const { at, what, subject, detail } = line;
  const chain = chainOf(last[0]?.chain ?? '', line);
  await change.insertInto('audit').values({ at_ms: at, what, subject, detail, chain }).execute();
}

function chainOf(before: string, { at, what, subject, detail }: AuditLine): string {
  return createHash('sha256')
    .update(JSON.stringify([before, at, what, subject, detail]))
    .digest('hex');
}

const LINES_AT_ONCE = 5_000;

export function auditStore(database: Database): Pick<Store, 'checkAudit' | 'findDamage' | 'listAudit'> {
  const { tables } = database;
  return {
    checkAudit: () => firstBroken(database),

    async findDamage() {
      const said = await database.findDamage();
      if (said !== null) return said;
      const broken = await firstBroken(database);
      return broken === null ? null : `line ${broken} of the audit log does not follow from the one before`;
    },

    async listAudit(limit) {
      const lines = await tables
        .selectFrom('audit')
        .selectAll()
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return lines.map(({ at_ms: at, what, subject, detail }) => ({ at, what, subject, detail }));
    },
  };
}

/** The seq of the first line that does not follow from the one before it. */
async function firstBroken({ tables }: Database): Promise<number | null> {
  let before = '';
  let seen = 0;
  for (;;) {
    const lines = await tables
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', seen)
      .orderBy('seq')
      .limit(LINES_AT_ONCE)
      .execute();
    for (const { seq, at_ms: at, what, subject, detail, chain } of lines) {
      if (chain !== chainOf(before, { at, what, subject, detail })) return seq;
      before = chain;
      seen = seq;
    }
    if (lines.length < LINES_AT_ONCE) return null;
  }
}
