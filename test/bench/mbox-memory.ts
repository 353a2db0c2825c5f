import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLI } from '../support/built.ts';
import { mboxOf, patchMail } from './patch-mails.ts';

/**
 * Peak memory of commands on an mbox of one gigabyte, or of as many bytes as the first argument says: the mbox is written
 * to a temporary folder and taken away afterwards. The built command line is run: `npm run build` first.
 */
const bytes = Number(process.argv[2] ?? 1_000_000_000);
const LIMIT_MEGABYTES = 300;
const MAILS_AT_ONCE = 2000;

const TELL_PEAK =
  "data:text/javascript,process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))";

function writeMbox(path: string): number {
  const file = openSync(path, 'w');
  let written = 0;
  let number = 0;
  while (written < bytes) {
    const mails = Array.from({ length: MAILS_AT_ONCE }, () => seriesMail(number++));
    written += writeSync(file, mboxOf(mails));
  }
  closeSync(file);
  return number;
}

/** Nine patches are a series, each but the first in reply to the first. */
function seriesMail(number: number): string {
  return patchMail(number, number - (number % 9)).toString('latin1');
}

function measure(command: string, path: string): void {
  const started = performance.now();
  const ran = spawnSync(process.execPath, ['--import', TELL_PEAK, CLI, command, path], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const megabytes = Math.round(Number(/^peak (\d+)$/m.exec(ran.stderr)?.[1]) / 1024);
  const verdict = megabytes <= LIMIT_MEGABYTES ? 'within' : 'ABOVE';
  console.log(
    `${command}: exit ${ran.status}, peak ${megabytes} MB (${verdict} ${LIMIT_MEGABYTES}), ${seconds} s`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'giveback-memory-'));
try {
  const path = join(folder, 'big.mbox');
  console.log(`${writeMbox(path)} mails, ${bytes} bytes`);
  for (const command of ['scan', 'series', 'claims']) measure(command, path);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
