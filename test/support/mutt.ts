import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MUTT = '/usr/bin/mutt';
/** Gives a program a terminal of its own. */
const SCRIPT = '/usr/bin/script';

/** False on a machine without Debian's mutt; tests that read mail with it skip themselves then. */
export const muttExists: boolean = existsSync(MUTT) && existsSync(SCRIPT);

const ESCAPE = String.fromCharCode(27);

interface Seen {
  /** The index as it was drawn: "[<id>] `->" is a mail below the one above it. */
  readonly index: readonly string[];
  /** The mail that was opened, headers and text as mutt decodes them. */
  readonly mail: string;
}

/** Opens an mbox in mutt on a terminal of its own, looks at its threads, and opens one mail. */
export function readInMutt(mbox: string, messageId: string, folder: string): Seen {
  const [settings, shown] = [join(folder, 'muttrc'), join(folder, 'shown.txt')];
  writeFileSync(settings, muttrc(folder, shown));
  const keys = `<search>~i ${messageId}<enter><display-message><quit>`;
  const command = `stty cols 250 rows 60; ${MUTT} -n -R -F ${settings} -f ${mbox} -e 'push "${keys}"'`;
  const { stdout } = spawnSync(SCRIPT, ['-qec', command, '/dev/null'], {
    env: { PATH: process.env['PATH'], TERM: 'xterm', HOME: folder, LC_ALL: 'C.UTF-8' },
    input: '',
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { index: drawnLines(stdout), mail: readFileSync(shown, 'utf8') };
}

function muttrc(folder: string, shown: string): string {
  return [
    'set sort=threads',
    'set strict_threads=yes',
    'set ascii_chars=yes',
    'set index_format="[%i] %s"',
    `set folder=${folder}`,
    'set read_only=yes',
    'set quit=yes',
    'set prompt_after=no',
    'set wait_key=no',
    `set pager='sh -c "cat \\$0 > ${shown}"'`,
    '',
  ].join('\n');
}

/** What a terminal was told, without colours; a move of the cursor begins a new line. */
function drawnLines(screen: string): string[] {
  const [first = '', ...rest] = screen.split(ESCAPE);
  const parts = rest.map((part) => {
    const [sequence = '', letter = ''] = /^(?:[()][A-Z0-9]|\[[0-9;?]*([A-Za-z]))/.exec(part) ?? [];
    return (letter === 'H' || letter === 'd' ? '\n' : '') + part.slice(sequence.length);
  });
  return [first, ...parts].join('').split(/[\r\n]+/);
}
