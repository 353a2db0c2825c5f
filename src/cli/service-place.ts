import { join, resolve } from 'node:path';

/** Where this service lives, from the command line and the environment. */
export interface ServicePlace {
  readonly directory: string;
  readonly database: { readonly url: string } | { readonly file: string };
  /** Null means a Redis of our own in the directory. */
  readonly redisUrl: string | null;
  /** While this file exists nothing is posted. */
  readonly killSwitch: string;
}

/** `--data`, else GIVEBACK_DATA, else ./giveback-data; DATABASE_URL and REDIS_URL for a service on several machines. */
export function servicePlace(data: string | undefined): ServicePlace {
  const { env } = process;
  const directory = resolve(data ?? (env['GIVEBACK_DATA'] || 'giveback-data'));
  const databaseUrl = env['DATABASE_URL'] || null;
  return {
    directory,
    database: databaseUrl === null ? { file: join(directory, 'giveback.sqlite') } : { url: databaseUrl },
    redisUrl: env['REDIS_URL'] || null,
    killSwitch: join(directory, 'STOP'),
  };
}
