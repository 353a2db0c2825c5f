import { readdirSync } from 'node:fs';

const OURS = ['src', 'workers', 'config', 'test', 'docs'];
const MADE = ['node_modules', 'dist', 'coverage'];

/** Top-level folders that are neither ours, nor made by a tool, nor a dot-folder. */
export function strayFolders(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter((entry) => ![...OURS, ...MADE].includes(entry.name))
    .map((entry) => `${entry.name}/: code lives in ${OURS.join(', ')} only`);
}
