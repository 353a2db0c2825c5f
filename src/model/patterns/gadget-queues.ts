import type { CToken } from '../c-tokens.ts';
import type { ChangeKind } from '../hcd.ts';
import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import { type Found, type FoundChange, pairSites, type SimulatedPattern, type Site } from '../pattern.ts';

const GADGETS = 'drivers/usb/gadget/';

interface Constant {
  readonly kind: ChangeKind;
  readonly isName: (name: string) => boolean;
  /** As the change says it; begins with the number. */
  readonly say: (value: number) => string;
  /** Values that the kernel takes. */
  readonly least: number;
  readonly most: number;
}

/** Source: Linux 6.1, drivers/usb/gadget/function/storage_common.h, u_ether.h, and the Kconfig of gadgets */
export const STORAGE_BUFFERS: Constant = {
  kind: 'storage-buffers-changed',
  isName: (name) => /^FSG_(?:NUM|DEFAULT|DEFAULT_NUM)_BUFFERS$/.test(name),
  say: (value) => `${value} buffers`,
  least: 2,
  most: 256,
};
const BUFFER_BYTES: Constant = {
  kind: 'storage-buffer-size-changed',
  isName: (name) => name === 'FSG_BUFLEN',
  say: (value) => `${value} bytes`,
  least: 512,
  most: 4_194_304,
};
const QMULT: Constant = {
  kind: 'ether-queue-changed',
  isName: (name) => name === 'QMULT_DEFAULT' || name === 'qmult',
  say: (value) => `${value} times two requests`,
  least: 1,
  most: 100,
};

/** How many buffers a function keeps under way. Source: usb-model, P14; CONFIG_USB_GADGET_STORAGE_NUM_BUFFERS */
export const gadgetQueues: SimulatedPattern = {
  codes: ['P14'],
  what: "requests of a gadget's function",
  sets: 'gadget.storageBuffers, gadget.etherQmult',
  effect: 'throughput only where the requests run out, or where the backing file comes in bursts',
  hazards: [],
  find: (hunks) => findConstants(hunks, [STORAGE_BUFFERS, QMULT]),
};

/** How large they are. Source: usb-model, P15 */
export const gadgetBufferSize: SimulatedPattern = {
  codes: ['P15'],
  what: "buffer size of a gadget's mass storage",
  sets: 'gadget.storageBufferBytes',
  effect: 'fewer interrupts and wake-ups for each byte; the file and the bus overlap in larger steps',
  hazards: [],
  find: (hunks) => findConstants(hunks, [BUFFER_BYTES]),
};

interface ConstantSite extends Site {
  readonly side: Side;
  readonly constant: Constant;
  readonly value: number;
  readonly tokens: readonly CToken[];
}

function findConstants(hunks: readonly HunkSides[], constants: readonly Constant[]): Found {
  const own = hunks.filter(({ path }) => path.startsWith(GADGETS));
  const sitesOn = (choose: (hunk: HunkSides) => Side): ConstantSite[] =>
    own.flatMap((hunk) => constants.flatMap((constant) => sitesOf(hunk, choose(hunk), constant)));
  const pairs = pairSites(
    sitesOn(({ before }) => before),
    sitesOn(({ after }) => after),
  ).filter(([from, to]) => from.value !== to.value);
  return {
    changes: pairs.map(changeAt),
    explained: new Set(pairs.flat().flatMap(({ tokens }) => tokens)),
  };
}

/** `#define NAME number` and `name = number`, where the number is one that the kernel takes. */
function sitesOf(hunk: HunkSides, side: Side, constant: Constant): ConstantSite[] {
  const { tokens } = side.code;
  return tokens.flatMap(({ text }, at) => {
    if (!constant.isName(text)) return [];
    const value = tokens[at - 1]?.text === 'define' ? defined(tokens, at + 1) : assigned(tokens, at + 1);
    const number = value === null ? null : readNumber(value);
    if (value === null || number === null || number < constant.least || number > constant.most) return [];
    const subject = `${hunk.path}: ${text}`;
    return [{ subject, state: true, hunk, at, side, constant, value: number, tokens: value }];
  });
}

function defined(tokens: readonly CToken[], from: number): readonly CToken[] {
  const line = tokens[from - 1]?.line;
  const end = tokens.findIndex((token, index) => index >= from && token.line !== line);
  return tokens.slice(from, end < 0 ? tokens.length : end);
}

function assigned(tokens: readonly CToken[], from: number): readonly CToken[] | null {
  const [sign, value, end] = tokens.slice(from, from + 3);
  return sign?.text === '=' && value?.kind === 'number' && end?.text === ';' ? [value] : null;
}

const CASTS: ReadonlySet<string> = new Set(['u32', 'size_t', 'unsigned', 'int']);
const UNITS: Readonly<Record<string, number>> = { K: 1024, M: 1_048_576 };

/** "((u32)16384)", "(16 * 1024)", "SZ_16K"; null for anything that has to be computed otherwise. */
function readNumber(tokens: readonly CToken[]): number | null {
  const words = tokens.filter(({ text }) => text !== '(' && text !== ')' && !CASTS.has(text));
  const factors = words.filter((_, index) => index % 2 === 0).map(({ text }) => factorOf(text));
  const areProducts = words.every(({ text }, index) => index % 2 === 0 || text === '*');
  if (factors.length === 0 || words.length % 2 === 0 || !areProducts) return null;
  const product = factors.reduce<number | null>(
    (all, factor) => (all === null || factor === null ? null : all * factor),
    1,
  );
  return product !== null && Number.isSafeInteger(product) ? product : null;
}

function factorOf(text: string): number | null {
  const size = /^SZ_(\d{1,3})([KM])$/.exec(text);
  if (size !== null) return Number(size[1]) * (UNITS[size[2] ?? ''] ?? Number.NaN);
  const digits = text.replace(/[uUlL]{1,3}$/, '');
  return /^(?:\d{1,9}|0x[0-9a-f]{1,8})$/i.test(digits) ? Number(digits) : null;
}

function changeAt([before, after]: readonly [ConstantSite, ConstantSite]): FoundChange {
  const line = lineAt(after.side, after.at);
  return {
    kind: after.constant.kind,
    from: after.constant.say(before.value),
    to: after.constant.say(after.value),
    file: after.hunk.path,
    line: line.number,
    evidence: line.text.trim(),
    subject: after.subject,
  };
}
