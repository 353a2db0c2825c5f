import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where the real mails and the contract live: beside the checkout, or where GIVEBACK_SHARED says.
 * They are read in place and never copied here, because the words in them belong to their authors.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const home = resolve(root, process.env['GIVEBACK_SHARED'] || '../shared');

/** The absolute path of a file under the shared folder; the file need not exist. */
export const shared = (relative: string): string => resolve(home, relative);

/** False in a checkout that stands alone: tests that need real mails skip themselves then. */
export const sharedExists: boolean = existsSync(home);
