import type { GadgetFunctions, ModelChange } from './hcd.ts';

/** What a change of the throttling says of its sides. */
export const THROTTLED = 'throttled';
export const UNTHROTTLED = 'an interrupt for each request';

/** The functions before the changes, of which the first of a kind tells, and after all of them. */
export function functionsAround(
  stock: GadgetFunctions,
  changes: readonly ModelChange[],
): { readonly before: GadgetFunctions; readonly after: GadgetFunctions } {
  const before = changes
    .toReversed()
    .reduce((all, change) => withFunctionChange(all, change, { text: change.from, stock }), stock);
  return {
    before,
    after: changes.reduce(
      (all, change) => withFunctionChange(all, change, { text: change.to, stock }),
      before,
    ),
  };
}

/** The functions of a gadget with one change made; a change of something else leaves them as they are. */
function withFunctionChange(
  functions: GadgetFunctions,
  { kind }: Pick<ModelChange, 'kind'>,
  { text, stock }: { readonly text: string; readonly stock: GadgetFunctions },
): GadgetFunctions {
  const value = Number.parseInt(text, 10);
  switch (kind) {
    case 'storage-buffers-changed':
      return { ...functions, storageBuffers: value };
    case 'storage-buffer-size-changed':
      return { ...functions, storageBufferBytes: value };
    case 'ether-queue-changed':
      // "qmult times two requests" gives no number: it is then as deep as it is by default.
      return { ...functions, etherQmult: Number.isNaN(value) ? stock.etherQmult : value };
    case 'ether-throttling-added':
    case 'ether-throttling-removed':
      return { ...functions, isEtherThrottled: text === THROTTLED };
    default:
      return functions;
  }
}
