import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateInChild } from '../../../src/adapters/evaluator/child-evaluator.ts';
import { openStore } from '../../../src/adapters/store/open-store.ts';
import { splitMails } from '../../../src/adapters/subscription/split-mails.ts';
import { packageRoot } from '../../../src/package-facts.ts';
import { documentKey } from '../../../src/service/job-keys.ts';
import { ensureEvaluated } from '../../../workers/evaluate.ts';
import { ensureFiled } from '../../../workers/ingest.ts';
import { portsOf } from '../../workers/ports-of.ts';
import { CHILD } from '../built.ts';
import type { Ground } from '../ground.ts';
import type { Scenario } from '../scenario.ts';

const LIMITS = { deadlineSeconds: 170, memoryMegabytes: 1_024 };
const HOUR_MS = 3_600_000;
const THREADS = ['xhci-hcd-bh', 'xhci-flag-forgotten', 'ax-above-wire-limit'];

export const duplicates: Scenario = {
  id: 'F29',
  fault: 'every mail comes three times and in any order',
  async run(ground) {
    const mails = THREADS.flatMap((slug) =>
      splitMails(readFileSync(join(packageRoot(), 'test/threads', slug, 'thread.mbox'))),
    );
    const ordered = await reportsOf(ground, 'ordered', mails);
    const shuffled = await reportsOf(ground, 'shuffled', turned([...mails, ...mails, ...mails]));
    const isSame = ordered.length === THREADS.length && ordered.join('\n') === shuffled.join('\n');
    return isSame ? [] : [`${ordered.length} reports in order, ${shuffled.length} out of it, or others`];
  },
};

/** Every seventh of them, then every seventh of the rest: each far from where it was, the last first. */
function turned(mails: readonly Buffer[]): readonly Buffer[] {
  const order = mails.map((mail, at) => ({ mail, place: (at * 7) % mails.length, at }));
  return order.toSorted((a, b) => b.place - a.place || b.at - a.at).map(({ mail }) => mail);
}

/** Every report of the store, without what says how the documents lay there. */
async function reportsOf(ground: Ground, name: string, mails: readonly Buffer[]): Promise<readonly string[]> {
  const store = await openStore({ file: join(ground.home, `${name}.sqlite`) });
  let nowMs = 1_000;
  const evaluate: Parameters<typeof portsOf>[0]['evaluate'] = (asked) =>
    evaluateInChild(CHILD, asked, LIMITS);
  const ports = portsOf({ store, clock: () => nowMs, evaluate });
  for (const bytes of mails) {
    const key = documentKey('usb', null, bytes);
    await store.receive({ key, list: 'usb', topic: null, bytes }, nowMs);
    await ensureFiled(key, ports);
  }
  nowMs += HOUR_MS;
  for (const { queue, key } of await store.listDue(nowMs))
    if (queue === 'evaluate') await ensureEvaluated(key, ports);
  const stored = await store.listReports(100);
  await store.close();
  return stored
    .map(({ report: { input, reproduce, ...said } }) => {
      return JSON.stringify({ said, messageId: input.kind, seed: reproduce.seed });
    })
    .toSorted();
}
