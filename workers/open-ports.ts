import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluateInChild } from '../src/adapters/evaluator/child-evaluator.ts';
import { playShareInChild } from '../src/adapters/evaluator/share-player.ts';
import type { Github } from '../src/adapters/forge/github.ts';
import { checkReceiver, commentReceiver } from '../src/adapters/forge/receivers.ts';
import { resolverOf } from '../src/adapters/mail/dns-servers.ts';
import { provenSender } from '../src/adapters/mail/proven-sender.ts';
import { directoryReceiver } from '../src/adapters/outbox/directory.ts';
import { playsAs } from '../src/adapters/pool/plays-as.ts';
import { openQueue } from '../src/adapters/queue/bull-queue.ts';
import type { RedisPlace } from '../src/adapters/queue/redis-place.ts';
import { openStore } from '../src/adapters/store/open-store.ts';
import { readTreeFile } from '../src/adapters/tree/read-tree-file.ts';
import { ExitCode } from '../src/cli/exit-code.ts';
import type { ServicePlace } from '../src/cli/service-place.ts';
import type { Receivers } from '../src/ports/receiver.ts';
import { readSettings } from '../src/settings.ts';
import { readServiceSettings } from '../src/settings-service.ts';
import { githubFrom, mailReceivers } from './credentials.ts';
import { log } from './log.ts';
import { Pace } from './pace.ts';
import type { WorkerPorts } from './ports.ts';
import { StageTimes } from './stage-times.ts';

const here = fileURLToPath(import.meta.url);
/** Beside this file, built or not. */
const CHILD = join(here, '..', `evaluation-child${extname(here)}`);
const SHARE_CHILD = join(here, '..', `share-child${extname(here)}`);

/** Opens the real ends of a worker. @throws Fault when one of them is not there */
export async function openPorts(
  place: ServicePlace,
  redis: RedisPlace,
  isStopping: () => boolean,
): Promise<WorkerPorts> {
  mkdirSync(place.directory, { recursive: true, mode: 0o700 });
  const service = readServiceSettings(place.directory);
  const { evaluation } = service.limits;
  const threads = evaluation.threads ?? Math.max(1, Math.floor(availableParallelism() / evaluation.atOnce));
  const settings = readSettings();
  const { spread } = service.limits;
  const childSpread = { ...spread, afterMs: spread.afterSeconds * 1_000 };
  const limits = { ...evaluation, threads, spread: childSpread };
  const shareLimits = { ...evaluation, threads, deadlineSeconds: Math.ceil(spread.takenSeconds) };
  const store = await openStore(place.database, endAtOnce);
  const github = githubFrom(process.env, service);
  const visibilityMs = service.limits.forge.visibilitySeconds * 1_000;
  const receivers = {
    directory: directoryReceiver(join(place.directory, 'outbox')),
    ...mailReceivers(process.env, service, { store, clock: Date.now }),
    ...(github === null ? {} : forgeReceivers(github, visibilityMs)),
  };
  const dns = process.env['GIVEBACK_DNS_SERVERS'];
  return {
    store,
    queue: openQueue(redis),
    clock: Date.now,
    receivers,
    pace: new Pace(),
    times: new StageTimes(),
    github,
    settings,
    service,
    evaluate: (request, watcher) => evaluateInChild(CHILD, request, limits, watcher),
    playsAs: playsAs(settings.sha256),
    playShare: (request, signal) => playShareInChild(SHARE_CHILD, request, shareLimits, signal),
    provenSender: (mail) => provenSender(mail, dns ? resolverOf(dns) : undefined),
    readTreeFile,
    isStopped: () => existsSync(place.killSwitch),
    isStopping,
  };
}

function forgeReceivers(github: Github, visibilityMs: number): Receivers {
  return {
    comment: commentReceiver(github, visibilityMs),
    'check-run': checkReceiver(github, visibilityMs),
  };
}

/** The disk answered with an error: whoever is started next reads it from the beginning and knows what is on it. */
function endAtOnce(because: string): never {
  log('the store is broken', { because });
  process.exit(ExitCode.ownFault);
}
