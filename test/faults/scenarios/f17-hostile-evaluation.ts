import { readdirSync, readFileSync } from 'node:fs';
import { evaluateInChild } from '../../../src/adapters/evaluator/child-evaluator.ts';
import { Fault } from '../../../src/fault.ts';
import { builtScript } from '../built.ts';
import type { Scenario } from '../scenario.ts';

const SCRIPT = builtScript('hostile-child');
const LIMITS = { deadlineSeconds: 8, memoryMegabytes: 64 };
/** The deadline, and what a busy machine takes to end a process. */
const SECONDS_MAX = 12;
const KINDS = [
  'never ends',
  'takes all memory',
  'starts others',
  'ends well and says nothing',
  'kills itself',
];
/** What the child starts; nobody else sleeps for so long. */
const STRAY = 'sleep\u0000600.25';

export const hostileEvaluation: Scenario = {
  id: 'F17',
  fault: 'an evaluation never ends, takes all memory, starts others, ends without a word, kills itself',
  async run() {
    const wrong = (await Promise.all(KINDS.map((kind) => endOf(kind)))).flat();
    const left = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && isStray(id));
    return left.length === 0 ? wrong : [...wrong, `${left.length} processes were left behind`];
  },
};

async function endOf(kind: string): Promise<readonly string[]> {
  const started = performance.now();
  const request = { documents: [], command: kind, isRequest: false, assume: {}, source: null };
  const said = await evaluateInChild(SCRIPT, request, LIMITS).then(
    () => 'a report',
    (error: unknown) => error,
  );
  const seconds = (performance.now() - started) / 1_000;
  const isDead = said instanceof Fault && said.retry === 'never';
  return [
    ...(isDead ? [] : [`one that ${kind} gave ${String(said)}`]),
    ...(seconds < SECONDS_MAX ? [] : [`one that ${kind} lived for ${seconds.toFixed(0)} s`]),
  ];
}

function isStray(id: string): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(STRAY);
  } catch {
    return false;
  }
}
