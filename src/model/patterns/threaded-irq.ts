import { type CCall, findCalls, functionAround } from '../c-calls.ts';
import { type HunkSides, lineAt, type Side, sectionName } from '../patch-sides.ts';
import { type Found, type FoundChange, pairSites, type SimulatedPattern, type Site } from '../pattern.ts';

/** Where each call has its handler and its thread function; -1 when it knows none. */
const REQUESTS = new Map([
  ['request_irq', { handler: 1, thread: -1 }],
  ['devm_request_irq', { handler: 2, thread: -1 }],
  ['request_threaded_irq', { handler: 1, thread: 2 }],
  ['devm_request_threaded_irq', { handler: 2, thread: 3 }],
  ['pci_request_irq', { handler: 2, thread: 3 }],
]);
const REQUEST_NAMES: ReadonlySet<string> = new Set(REQUESTS.keys());

interface RequestSite extends Site {
  readonly side: Side;
  readonly call: CCall;
}

/** A hard interrupt handler that becomes a threaded one, or the reverse. Source: usb-model, P05 and P06 */
export const threadedIrq: SimulatedPattern = {
  codes: ['P05', 'P06'],
  what: 'interrupt handled in a thread',
  sets: 'irq.type',
  effect: 'a thread is woken for each interrupt: a flow of one transfer at a time pays it for each of them',
  hazards: ['H2', 'H9', 'H11'],
  find: findThreadedIrq,
};

function findThreadedIrq(hunks: readonly HunkSides[]): Found {
  const before = hunks.flatMap((hunk) => sitesOf(hunk, hunk.before));
  const after = hunks.flatMap((hunk) => sitesOf(hunk, hunk.after));
  const changed = pairSites(before, after).filter(([from, to]) => from.state !== to.state);
  return {
    changes: changed.map(changeAt),
    explained: new Set(changed.flat().flatMap(({ side, call }) => side.code.tokens.slice(call.at, call.end))),
  };
}

function sitesOf(hunk: HunkSides, side: Side): RequestSite[] {
  return findCalls(side.code, REQUEST_NAMES).map((call) => ({
    subject: functionAround(side.code, call.at) ?? sectionName(hunk.section) ?? hunk.path,
    state: threadFunction(call) !== null,
    hunk,
    at: call.at,
    side,
    call,
  }));
}

function changeAt([before, after]: readonly [RequestSite, RequestSite]): FoundChange {
  const line = lineAt(after.side, after.at);
  return {
    kind: after.state ? 'irq-threaded' : 'irq-unthreaded',
    from: handlerWords(before.call),
    to: handlerWords(after.call),
    file: after.hunk.path,
    line: line.number,
    evidence: line.text.trim(),
    subject: after.subject,
  };
}

function handlerWords(call: CCall): string {
  const thread = threadFunction(call);
  const handler = call.args[REQUESTS.get(call.name)?.handler ?? -1] ?? '';
  return thread === null ? `${named(handler)} in hardirq` : `${named(thread)} in an IRQ thread`;
}

function threadFunction(call: CCall): string | null {
  const thread = call.args[REQUESTS.get(call.name)?.thread ?? -1] ?? 'NULL';
  return thread === 'NULL' ? null : thread;
}

function named(handler: string): string {
  return handler.replace(/^& /, '').replaceAll(' ', '');
}
