import { existsSync } from 'node:fs';
import { openStore } from '../adapters/store/open-store.ts';
import type { Store } from '../ports/store.ts';
import { jsonText } from '../reply/json-text.ts';
import { visible } from '../reply/visible.ts';
import { progressWords } from '../service/progress-words.ts';
import { ExitCode } from './exit-code.ts';
import { writeResult } from './output.ts';
import { servicePlace } from './service-place.ts';

const REPORTS_SHOWN = 10;
/** Whoever has told nothing for so long is gone. */
const RUNNING_MS = 900_000;

/** `giveback status`: told from the store alone, so that it works whether the service runs or not. */
export async function runStatus(data: string | undefined, isJson: boolean): Promise<ExitCode> {
  const place = servicePlace(data);
  const store = await openStore(place.database);
  try {
    const facts = await factsOf(store, existsSync(place.killSwitch), Date.now());
    writeResult(isJson ? jsonText(facts) : textOf(facts), undefined);
  } finally {
    await store.close();
  }
  return ExitCode.evaluated;
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

async function factsOf(store: Store, isStopped: boolean, nowMs: number) {
  const reports = await store.listReports(REPORTS_SHOWN);
  return {
    isStopped,
    counts: await store.countStates(),
    running: (await store.listProgress(nowMs - RUNNING_MS)).map(({ thread, list, run, ...far }) => {
      return { thread, list, run, says: progressWords(far, nowMs) };
    }),
    reports: reports.map(({ thread, list, run, report }) => {
      return { thread, list, run, outcome: report.outcome, subject: report.series.subject };
    }),
    held: (await store.listHeld()).map(({ key, channel, list, because }) => ({
      key,
      channel,
      list,
      because,
    })),
    dead: await store.listDead(),
    switchedOff: (await store.listOff(nowMs)).map(({ address, because }) => ({ address, because })),
  };
}

function textOf({ isStopped, counts, running, reports, held, dead, switchedOff }: Facts): string {
  const lines = [
    isStopped
      ? 'Posting is stopped; giveback start lets it go on.'
      : 'Posting goes on, as far as each list allows.',
    ...section(
      'Rows',
      Object.entries(counts).map(([name, count]) => `${name}: ${count}`),
    ),
    ...section(
      'Under way: giveback cancel <thread>',
      running.map(({ list, run, says }) => `${plain(list)}  run ${run}  ${says}`),
    ),
    ...section(
      'Latest reports',
      reports.map(
        ({ list, run, outcome, subject }) => `${outcome}  ${plain(list)}  run ${run}  ${plain(subject)}`,
      ),
    ),
    ...section(
      'Held: giveback release <post>',
      held.map(({ key, because }) => `${key}  ${plain(because ?? '')}`),
    ),
    ...section(
      'Gave up: giveback redrive <task>',
      dead.map(({ queue, key, because }) => `${queue}:${key}  ${plain(because)}`),
    ),
    ...section(
      'Switched off, for they refuse our mail: giveback switch-on <address>',
      switchedOff.map(({ address, because }) => `${plain(address)}  ${plain(because)}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

const SHOWN_CHARACTERS = 100;

/** What came by mail must not move the cursor of a terminal. */
const plain = (text: string): string => visible(text.slice(0, SHOWN_CHARACTERS));
