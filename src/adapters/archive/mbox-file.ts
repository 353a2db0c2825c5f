import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/**
 * The bytes of an mbox file of any size in chunks, inflated when it is gzip. Nothing is held back, so memory does not
 * grow with the file.
 * @throws the file system's or zlib's own error when the file can not be read to its end
 */
export async function* readMboxFile(path: string): AsyncGenerator<Uint8Array> {
  const isPacked = await isGzip(path);
  const file = createReadStream(path);
  const stream = isPacked ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => stream.destroy(error));
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
