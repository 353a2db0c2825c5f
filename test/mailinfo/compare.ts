import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPublicInbox } from '../../src/adapters/archive/public-inbox.ts';
import { limits } from '../ingest/settings.ts';
import { compareMail, type Outcome } from './compare-mail.ts';

const [gitDir, since = null] = process.argv.slice(2);
if (gitDir === undefined) {
  console.error('usage: npm run compare:mailinfo -- ARCHIVE_GIT_DIR [SINCE]');
  process.exitCode = 2;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'compare-mailinfo-'));
  await compare(gitDir, since, folder);
  rmSync(folder, { recursive: true });
}

/** Every patch mail of an archive: how our diff stands to git's, and each mail where it is not the same. */
async function compare(gitDir: string, since: string | null, folder: string): Promise<void> {
  const counts = new Map<Outcome, number>();
  let mails = 0;
  for await (const { commit, bytes } of readPublicInbox(gitDir, {
    since,
    messageBytesMax: limits.letterBytesMax,
  })) {
    mails++;
    const compared = await compareMail(bytes, folder);
    if (compared === null) continue;
    const [letter, outcome] = compared;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (outcome !== 'equal') console.log(`${outcome}\t${commit}\t${letter.messageId}\t${letter.subject}`);
  }
  console.log(composeTally(mails, counts));
}

/** A patch that a mailer damaged has no bytes to be equal to: git refuses it as well. */
function composeTally(mails: number, counts: ReadonlyMap<Outcome, number>): string {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const whole = all - (counts.get('damaged for both') ?? 0);
  const equal = counts.get('equal') ?? 0;
  return [
    `mails ${mails}, patch mails ${all}, whole ones ${whole}`,
    ...[...counts].map(([outcome, count]) => `${outcome}: ${count}`),
    `equal of the whole ones: ${((100 * equal) / whole).toFixed(3)} %`,
  ].join('\n');
}
