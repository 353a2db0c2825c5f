import { existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../fault.ts';
import type { OutboxRow } from '../../ports/outbox-store.ts';
import type { Receiver } from '../../ports/receiver.ts';

/** Drafts that stay here: one file each, named for its post, whole or not there at all. */
export function directoryReceiver(directory: string): Receiver {
  const fileOf = ({ key, target }: OutboxRow) => join(directory, `${key}-${plainName(target)}`);
  return {
    visibilityMs: 0,
    mayResend: true,
    async find(post) {
      return existsSync(fileOf(post)) ? fileOf(post) : null;
    },
    async send(post) {
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await writeWhole(fileOf(post), post.body, `${post.fence}`);
      } catch (error) {
        throw new Fault(`the draft can not be written: ${String(error)}`, 'later');
      }
      return fileOf(post);
    },
  };
}

function plainName(target: string): string {
  return target.replaceAll(/[^\w.-]/g, '_').slice(-120);
}

/** Through a file beside it, flushed to disk first: a crash leaves no half of a draft. */
async function writeWhole(file: string, text: string, mark: string): Promise<void> {
  const beside = `${file}.${mark}.part`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
}
