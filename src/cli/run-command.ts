import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import type { CommandVerb } from '../service/commands.ts';
import { ExitCode } from './exit-code.ts';
import { isSwitch } from './operator-commands.ts';
import { writeResult } from './output.ts';
import { powersOf } from './powers.ts';
import { servicePlace } from './service-place.ts';
import { workerProcess } from './worker-process.ts';

interface Given {
  readonly verb: CommandVerb;
  /** As it was typed; missing where the command is about everything. */
  readonly thread: string | undefined;
  readonly words: readonly string[];
  readonly data: string | undefined;
}

/** `giveback rerun | explain | assume | ...`: what the same words in a mail or a comment do, done when it returns. */
export async function runCommand({ verb, thread, words, data }: Given): Promise<ExitCode> {
  const place = servicePlace(data);
  if (thread === undefined) return isSwitch(verb) ? turn(verb, place.killSwitch) : ExitCode.usage;
  const args = ['--data', place.directory, '--', thread, verb, ...words];
  const child = spawn(process.execPath, workerProcess('operate', args), {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: powersOf([]),
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(codeOf(code)));
  });
}

function codeOf(code: number | null): ExitCode {
  return Object.values(ExitCode).find((one) => one === code) ?? ExitCode.ownFault;
}

function turn(verb: 'stop' | 'start', killSwitch: string): ExitCode {
  if (verb === 'start') rmSync(killSwitch, { force: true });
  else writeFileSync(killSwitch, 'Nothing is posted while this file is here.\n');
  const says = { stop: 'nothing is posted any more', start: 'posting goes on, as far as each list allows' };
  writeResult(`${says[verb]}\n`, undefined);
  return ExitCode.evaluated;
}
