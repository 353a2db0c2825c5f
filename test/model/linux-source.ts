import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');

/** Debian's kernel sources, where unpack-linux-source.sh beside this file puts them. */
export const linuxSource: string =
  process.env['GIVEBACK_LINUX_SOURCE'] ?? join(cache, 'giveback', 'linux-source-6.1');

/** False on a machine without them: tests that read a real kernel skip themselves then. */
export const linuxSourceExists: boolean = existsSync(join(linuxSource, 'drivers', 'usb'));
