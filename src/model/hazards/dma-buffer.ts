import type { FlowCall } from '../body-flow.ts';
import { findCalls } from '../c-calls.ts';
import type { CToken } from '../c-tokens.ts';
import { tokensOf } from '../c-tokens.ts';
import type { Hazard } from '../hcd.ts';
import type { ModuleSource } from '../module-source.ts';
import type { SourceFunction } from '../source-file.ts';
import {
  broughtAbout,
  type HazardCheck,
  type HazardScene,
  type KeyedHazard,
  placeOfChange,
} from './hazard-check.ts';

/** Where each call has its buffer. */
const BUFFERS = new Map([
  ['usb_control_msg', 6],
  ['usb_bulk_msg', 2],
  ['usb_interrupt_msg', 2],
  ['usb_fill_bulk_urb', 3],
  ['usb_fill_int_urb', 3],
  ['usb_fill_control_urb', 4],
]);
const VIRTUAL = new Set(['vmalloc', 'vzalloc', 'kvmalloc', 'kvzalloc']);
const BUS_ADDRESSED: ReadonlySet<string> = new Set(
  ['usb_alloc_coherent', 'dma_alloc_coherent', 'dma_alloc_noncontiguous', 'usb_alloc_noncoherent'].concat(
    'dma_map_single',
  ),
);
const NO_MAP = 'URB_NO_TRANSFER_DMA_MAP';

/**
 * Memory that a controller can not reach: a variable on the stack, memory that is mapped page by page, or memory without
 * a bus address in an URB that says it has one. Source: usb-model, H10; Documentation/core-api/dma-api-howto.rst
 */
export const dmaBuffer: HazardCheck = {
  code: 'H10',
  find: (scene) => [
    ...scene.modules.flatMap((sides) =>
      [...sides.changed].flatMap((name) => broughtAbout(sides, (module) => unreachableIn(module, name))),
    ),
    ...unmapped(scene),
  ],
};

function unreachableIn(module: ModuleSource, name: string): KeyedHazard[] {
  const own = module.functions.get(name);
  if (own === undefined || ![...BUFFERS.keys()].some((call) => own.callees.has(call))) return [];
  const tokens = tokensOf(own.text.split('\n'));
  return module.flow(name).flatMap((call) => {
    const buffer = call.args[BUFFERS.get(call.name) ?? -1] ?? '';
    const what = whatIs(buffer, tokens);
    return what === null ? [] : [hazardOf(own, call, { buffer, what })];
  });
}

/** What is wrong with a buffer, in words; null when nothing is known against it. */
function whatIs(buffer: string, tokens: readonly CToken[]): string | null {
  const name = buffer.replace(/^& ?/, '');
  if (!/^\w+$/.test(name)) return null;
  if (declaresOnStack(tokens, name, buffer.startsWith('&'))) return 'on the stack';
  const isVirtual = tokens.some(
    ({ text }, at) =>
      text === name && tokens[at + 1]?.text === '=' && VIRTUAL.has(tokens[at + 2]?.text ?? ''),
  );
  return isVirtual ? 'memory that is not contiguous' : null;
}

/** `u8 name[8]`, or `u8 name` when its address is taken; not when it is static, and not a pointer. */
function declaresOnStack(tokens: readonly CToken[], name: string, isAddress: boolean): boolean {
  return tokens.some(({ text }, at) => {
    const before = tokens[at - 1];
    const isTyped = before?.kind === 'word' && !['return', 'else', 'goto', 'case'].includes(before.text);
    if (text !== name || !isTyped || tokens[at - 2]?.text === 'static') return false;
    const next = tokens[at + 1]?.text;
    return next === '[' || (isAddress && (next === ';' || next === '=' || next === ','));
  });
}

function hazardOf(
  { name, path }: SourceFunction,
  call: FlowCall,
  { buffer, what }: { readonly buffer: string; readonly what: string },
): KeyedHazard {
  return {
    key: `${name} ${call.name} ${buffer}`,
    hazard: {
      kind: 'dma-buffer',
      severity: 'error',
      trace: [name, `${call.name}(… ${buffer} …)`, 'usb_submit_urb', 'map_urb_for_dma'],
      where: { file: path, line: call.line },
      because: `${buffer} is ${what}, and a host controller can not be given that for DMA: allocate it with kmalloc().`,
    },
  };
}

/** Buffers that became ordinary memory, and URBs of the same file that still promise a bus address. */
function unmapped({ path, hunks, modules }: HazardScene): Hazard[] {
  const change = path.changes.find(({ kind }) => kind === 'buffers-cached');
  const where = placeOfChange(path, ['buffers-cached']);
  if (change === undefined || where === null) return [];
  const file = modules.flatMap(({ after }) => after.files).find((one) => one.path === where.file);
  const own = hunks.filter((hunk) => hunk.path === where.file);
  const isPromised =
    file?.functions.some(({ text }) => text.includes(NO_MAP)) ??
    own.some(({ after }) => after.code.tokens.some(({ text }) => text === NO_MAP));
  const isBacked =
    file?.functions.some(({ callees }) => [...BUS_ADDRESSED].some((name) => callees.has(name))) ??
    own.some(({ after }) => findCalls(after.code, BUS_ADDRESSED).length > 0);
  if (!isPromised || isBacked) return [];
  return [
    {
      kind: 'dma-buffer',
      severity: 'error',
      trace: [change.evidence, NO_MAP, 'usb_submit_urb', 'map_urb_for_dma [skipped]'],
      where,
      because:
        `the buffers are ordinary memory now, and the URBs still carry ${NO_MAP}: usbcore does not map them, and the ` +
        'controller is given a bus address that nobody set.',
    },
  ];
}
