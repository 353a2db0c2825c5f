import { functionAround } from '../c-calls.ts';
import { type HunkSides, lineAt, type Side, sectionName } from '../patch-sides.ts';
import type { FoundChange, SimulatedPattern } from '../pattern.ts';

const FILE = 'drivers/usb/gadget/function/u_ether.c';
const FUNCTION = 'qlen';
const SPEED = 'USB_SPEED_SUPER';

/**
 * The speeds at which u_ether queues qmult times as much: at SuperSpeed alone, or from SuperSpeed on. At SuperSpeed Plus
 * the one is two requests and the other qmult times two. Source: Linux 6.1, u_ether.c, qlen()
 */
export const gadgetQueueSpeed: SimulatedPattern = {
  codes: ['P14'],
  what: 'speeds at which a gadget queues deeper',
  sets: 'gadget.etherQmult',
  effect: 'throughput at SuperSpeed Plus, where two requests are used up before the first one is back',
  hazards: [],
  find: (hunks) => {
    const sites = hunks
      .filter(({ path }) => path === FILE)
      .map((hunk) => ({ hunk, before: gateIn(hunk, hunk.before), after: gateIn(hunk, hunk.after) }))
      .filter(({ before, after }) => before?.sign !== after?.sign);
    const changed = sites.flatMap(({ hunk, before, after }) =>
      before === null || after === null ? [] : [{ hunk, before, after }],
    );
    return {
      changes: changed.map(({ hunk, after }) => changeAt(hunk, after)),
      explained: new Set(changed.flatMap(({ before, after }) => [before.token, after.token])),
    };
  },
};

interface Gate {
  readonly sign: '==' | '>=';
  readonly at: number;
  readonly token: Side['code']['tokens'][number];
}

/** `speed == USB_SPEED_SUPER` or `speed >= USB_SPEED_SUPER` in qlen(). */
function gateIn(hunk: HunkSides, side: Side): Gate | null {
  const { tokens } = side.code;
  const at = tokens.findIndex(({ text }, index) => text === SPEED && tokens[index - 2]?.text === 'speed') - 1;
  const token = tokens[at];
  if (token === undefined || (token.text !== '==' && token.text !== '>=')) return null;
  const around = functionAround(side.code, at) ?? sectionName(hunk.section);
  return around === FUNCTION ? { sign: token.text, at, token } : null;
}

function changeAt(hunk: HunkSides, after: Gate): FoundChange {
  const line = lineAt(hunk.after, after.at);
  const states = ['1 times two requests at SuperSpeed Plus', 'qmult times two requests at SuperSpeed Plus'];
  const [from = '', to = ''] = after.sign === '>=' ? states : states.toReversed();
  return {
    kind: 'ether-queue-changed',
    from,
    to,
    file: hunk.path,
    line: line.number,
    evidence: line.text.trim(),
    subject: `${FUNCTION}/${SPEED}`,
  };
}
