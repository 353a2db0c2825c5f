import { type CCall, findCalls } from '../c-calls.ts';
import type { CToken } from '../c-tokens.ts';
import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import type { Found, FoundChange, SimulatedPattern } from '../pattern.ts';

const SENT = 'netdev_sent_queue';
const COMPLETED = 'netdev_completed_queue';
const CALLS = new Set([SENT, COMPLETED, 'netdev_reset_queue']);

/** What counting the bytes of a transfer takes besides the calls: types, the lock around them, what holds the counts. */
const COUNTING_WORDS = new Set(
  [
    'unsigned',
    'int',
    'u32',
    'size_t',
    'if',
    'struct',
    '0',
    '1',
    'skb',
    'len',
    'length',
    'entry',
    'packets',
  ].concat(
    [
      'dev',
      'net',
      'urb',
      'flags',
      'spinlock_t',
      'spin_lock_init',
      'spin_lock',
      'spin_unlock',
      'spin_lock_bh',
    ],
    ['spin_unlock_bh', 'spin_lock_irqsave', 'spin_unlock_irqrestore', 'netdev_get_tx_queue', 'long'],
  ),
);
/** The lock of it, as drivers call theirs. */
const LOCK_NAME = /bql/;

/**
 * usbnet tells the queue above it how many bytes it was given and how many have gone, so that no more are queued than
 * keep the adapter busy; or it no longer does. Both calls come, or both go: one without the other stalls the queue, and
 * is no change that this explains. Not in usb-model. Source: Linux 6.1, include/linux/netdevice.h
 */
export const byteQueueLimits: SimulatedPattern = {
  codes: ['P37'],
  what: 'byte queue limits',
  sets: 'byteQueueLimits',
  effect:
    'what a sparse packet waits for falls from a full queue to what keeps the adapter busy; throughput stays',
  hazards: [],
  find: findByteQueueLimits,
};

interface Seen {
  readonly hunk: HunkSides;
  readonly side: Side;
  readonly call: CCall;
}

function findByteQueueLimits(hunks: readonly HunkSides[]): Found {
  const own = hunks.filter(({ path }) => /(?:^|\/)usbnet\.[ch]$/.test(path));
  const added = changedCalls(own, 'after');
  const removed = changedCalls(own, 'before');
  const isAdded = isWhole(added) && removed.length === 0;
  const isRemoved = isWhole(removed) && added.length === 0;
  if (!isAdded && !isRemoved) return { changes: [], explained: new Set() };
  const seen = isAdded ? added : removed;
  const words = new Set(seen.flatMap(({ call }) => call.args.flatMap((arg) => arg.split(' '))));
  return {
    changes: changeAt(seen, isAdded),
    explained: new Set(own.flatMap((hunk) => countingTokens(isAdded ? hunk.after : hunk.before, words))),
  };
}

/** Calls in lines that the series adds, or takes away. */
function changedCalls(hunks: readonly HunkSides[], on: 'before' | 'after'): Seen[] {
  return hunks.flatMap((hunk) => {
    const side = hunk[on];
    return findCalls(side.code, CALLS)
      .filter(({ at }) => lineAt(side, at).isChanged)
      .map((call) => ({ hunk, side, call }));
  });
}

function isWhole(calls: readonly Seen[]): boolean {
  return [SENT, COMPLETED].every((name) => calls.some(({ call }) => call.name === name));
}

function changeAt(seen: readonly Seen[], isAdded: boolean): FoundChange[] {
  const first = seen.find(({ call }) => call.name === SENT);
  if (first === undefined) return [];
  const line = lineAt(first.side, first.call.at);
  const [from = '', to = ''] = isAdded ? ['off', 'on'] : ['on', 'off'];
  return [
    {
      kind: isAdded ? 'byte-queue-limits-added' : 'byte-queue-limits-removed',
      from: `byte queue limits ${from}`,
      to: `byte queue limits ${to}`,
      file: first.hunk.path,
      line: line.number,
      evidence: line.text.trim(),
      subject: 'usbnet queue',
    },
  ];
}

/** The tokens of changed lines that hold nothing but the calls, what they are given, and the counting of it. */
function countingTokens(side: Side, given: ReadonlySet<string>): CToken[] {
  const isForeign = ({ kind, text }: CToken): boolean =>
    kind !== 'sign' &&
    !CALLS.has(text) &&
    !given.has(text) &&
    !COUNTING_WORDS.has(text) &&
    !LOCK_NAME.test(text);
  const foreign = new Set(side.code.tokens.filter(isForeign).map(({ line }) => line));
  return side.code.tokens.filter(({ line }) => side.lines[line]?.isChanged === true && !foreign.has(line));
}
