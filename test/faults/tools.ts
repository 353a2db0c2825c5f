import { spawnSync } from 'node:child_process';

/** What rows are run with beside Node, and the package of Debian that has it. Its absence costs those rows alone. */
const TOOLS = [
  { program: 'redis-server', package: 'redis-server', asked: '--version' },
  { program: 'redis-cli', package: 'redis-tools', asked: '--version' },
  { program: 'strace', package: 'strace', asked: '-V' },
  { program: 'prlimit', package: 'util-linux', asked: '--version' },
  { program: 'mount', package: 'mount', asked: '--version' },
  { program: 'gcc', package: 'gcc', asked: '--version' },
  { program: 'git', package: 'git', asked: '--version' },
] as const;

/** How to get what is missing, in one line; null when nothing is. */
export function missingTools(): string | null {
  const missing = TOOLS.filter(({ program, asked }) => spawnSync(program, [asked]).status !== 0);
  if (missing.length === 0) return null;
  const packages = new Set(missing.map((one) => one.package));
  return `not installed: ${missing.map(({ program }) => program).join(', ')}; apt-get install ${[...packages].join(' ')}`;
}
