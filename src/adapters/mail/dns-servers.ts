import { Resolver } from 'node:dns/promises';
import type { DnsResolver } from './proven-sender.ts';

const ANSWER_MS = 5_000;
const TRIES = 3;

/** Asks these servers ("127.0.0.1:5353", several with a comma) in place of those of the machine. */
export function resolverOf(servers: string): DnsResolver {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES });
  resolver.setServers(servers.split(',').map((server) => server.trim()));
  return (name, type) => resolver.resolve(name, type) as ReturnType<DnsResolver>;
}
