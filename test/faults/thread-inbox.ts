import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateInChild } from '../../src/adapters/evaluator/child-evaluator.ts';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { splitMails } from '../../src/adapters/subscription/split-mails.ts';
import { packageRoot } from '../../src/package-facts.ts';
import type { Store } from '../../src/ports/store.ts';
import { documentKey } from '../../src/service/job-keys.ts';
import { ensureEvaluated } from '../../workers/evaluate.ts';
import { ensureFiled } from '../../workers/ingest.ts';
import type { WorkerPorts } from '../../workers/ports.ts';
import { portsOf } from '../workers/ports-of.ts';
import { CHILD } from './built.ts';

const LIMITS = { deadlineSeconds: 170, memoryMegabytes: 1_024 };
const HOUR_MS = 3_600_000;

/** The mails of one of our example threads, in their order. */
export function mailsOf(slug: string): readonly Buffer[] {
  return splitMails(readFileSync(join(packageRoot(), 'test/threads', slug, 'thread.mbox')));
}

/** A list of which mails are taken in and judged at once, without a queue: with a clock that is moved by hand. */
export class ThreadInbox {
  readonly store: Store;
  readonly ports: WorkerPorts;
  #nowMs: number;

  private constructor(store: Store, nowMs: number) {
    this.store = store;
    this.#nowMs = nowMs;
    this.ports = portsOf({
      ...{ store, clock: () => this.#nowMs, policy: { stage: 'list', embargoHours: 24 } },
      evaluate: (asked) => evaluateInChild(CHILD, asked, LIMITS),
    });
  }

  static async open(file: string, nowMs = 1_000): Promise<ThreadInbox> {
    return new ThreadInbox(await openStore({ file }), nowMs);
  }

  async take(mails: readonly Buffer[]): Promise<void> {
    for (const bytes of mails) {
      const key = documentKey('usb', null, bytes);
      await this.store.receive({ key, list: 'usb', topic: null, bytes }, this.#nowMs);
      await ensureFiled(key, this.ports);
    }
  }

  /** An hour goes by, and what is due then is judged. */
  async judge(): Promise<void> {
    this.wait(1);
    for (const { queue, key } of await this.store.listDue(this.#nowMs))
      if (queue === 'evaluate') await ensureEvaluated(key, this.ports);
  }

  wait(hours: number): void {
    this.#nowMs += hours * HOUR_MS;
  }

  get nowMs(): number {
    return this.#nowMs;
  }
}
