import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ground } from './ground.ts';

const BLOCK = Buffer.alloc(64 * 1024);

/** Puts the data directory on a disk of its own that is soon full. False where we may not mount. */
export function mountSmall(ground: Ground, megabytes: number): boolean {
  mkdirSync(ground.data, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}M`, 'tmpfs', ground.data]);
  if (mounted.status !== 0) return false;
  ground.atEnd(() => {
    spawnSync('umount', [ground.data]);
  });
  return true;
}

/** Takes every byte that is left. */
export function fillDisk({ data }: Ground): void {
  const file = join(data, 'fill');
  try {
    for (;;) writeFileSync(file, BLOCK, { flag: 'a' });
  } catch {
    // Now it is full; the last bytes go one by one.
    spawnSync('sh', ['-c', `dd if=/dev/zero of=${file} bs=1 oflag=append conv=notrunc 2>/dev/null`]);
  }
}

export function emptyDisk({ data }: Ground): void {
  rmSync(join(data, 'fill'), { force: true });
}
