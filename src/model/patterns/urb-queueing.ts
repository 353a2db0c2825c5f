import { type CCall, findCalls, functionAround } from '../c-calls.ts';
import type { CToken } from '../c-tokens.ts';
import { SKB_LOCK_PAIRS } from '../hcd-profile.ts';
import { type HunkSides, lineAt, type Side, sectionName } from '../patch-sides.ts';
import type { Found, FoundChange, SimulatedPattern } from '../pattern.ts';

const QUEUE = new Set(['skb_queue_tail', '__skb_queue_tail']);

/**
 * What a jump needs that takes the place of the queue: returns, labels, the call that now has a result. A changed line
 * that holds anything else is not explained by it.
 */
const JUMP_WORDS = new Set(
  [
    'goto',
    'done',
    'return',
    'if',
    'else',
    'static',
    'inline',
    'void',
    'int',
    'bool',
    'true',
    'false',
    '0',
    '1',
  ].concat(
    [
      'rx_process',
      'usbnet_skb_return',
      'dev',
      'skb',
      'entry',
      'state',
      'rx_cleanup',
      'rx_done',
      'cleanup',
      'struct',
    ],
    [
      'usbnet',
      'sk_buff',
      'skb_queue_tail',
      'case',
      'continue',
      'fallthrough',
      'break',
      'skb_data',
      'cb',
      'urb',
    ],
    ['usb_free_skb', 'usb_free_urb', 'dev_kfree_skb'],
  ),
);
const ERROR_NUMBER = /^E[A-Z]+$/;

interface QueueCall {
  readonly hunk: HunkSides;
  readonly side: Side;
  readonly call: CCall;
}

/**
 * usbnet's receive path puts an skb back on its done queue only to take it off again, or no longer does.
 * Source: usb-model, P16 and section 2.4
 */
export const urbQueueing: SimulatedPattern = {
  codes: ['P16'],
  what: "usbnet's done queue",
  sets: 'skbLockPairs',
  effect: 'two lock operations with interrupts off for each packet',
  hazards: [],
  find: findUrbQueueing,
};

function findUrbQueueing(hunks: readonly HunkSides[]): Found {
  const own = hunks.filter(({ path }) => path.endsWith('usbnet.c'));
  const before = own.flatMap((hunk) => requeues(hunk, hunk.before));
  const after = own.flatMap((hunk) => requeues(hunk, hunk.after));
  if (before.length === after.length) return { changes: [], explained: new Set() };
  const isRemoved = after.length < before.length;
  return {
    changes: changeAt((isRemoved ? before : after).filter(isChanged), isRemoved),
    explained: new Set(own.flatMap((hunk) => [...jumpTokens(hunk.before), ...jumpTokens(hunk.after)])),
  };
}

/** The calls in rx_process() that queue the skb on the done queue. */
function requeues(hunk: HunkSides, side: Side): QueueCall[] {
  return findCalls(side.code, QUEUE)
    .filter(({ at, args }) => {
      const around = functionAround(side.code, at) ?? sectionName(hunk.section) ?? '';
      return args[0] === '& dev -> done' && around.startsWith('rx_');
    })
    .map((call) => ({ hunk, side, call }));
}

function isChanged({ side, call }: QueueCall): boolean {
  return lineAt(side, call.at).isChanged;
}

function changeAt([first]: readonly QueueCall[], isRemoved: boolean): FoundChange[] {
  if (first === undefined) return [];
  const line = lineAt(first.side, first.call.at);
  const pairs = [SKB_LOCK_PAIRS.queued, SKB_LOCK_PAIRS.direct].map((count) => `${count} lock pairs per skb`);
  const [from = '', to = ''] = isRemoved ? pairs : pairs.reverse();
  return [
    {
      kind: isRemoved ? 'skb-queueing-removed' : 'skb-queueing-added',
      from,
      to,
      file: first.hunk.path,
      line: line.number,
      evidence: line.text.trim(),
      subject: 'dev->done',
    },
  ];
}

/** The tokens of changed lines that hold nothing but words of such a jump. */
function jumpTokens(side: Side): CToken[] {
  const isForeign = ({ kind, text }: CToken): boolean =>
    kind !== 'sign' && !JUMP_WORDS.has(text) && !ERROR_NUMBER.test(text);
  const foreign = new Set(side.code.tokens.filter(isForeign).map(({ line }) => line));
  return side.code.tokens.filter(({ line }) => side.lines[line]?.isChanged === true && !foreign.has(line));
}
