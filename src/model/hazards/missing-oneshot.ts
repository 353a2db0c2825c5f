import { type CCall, findCalls } from '../c-calls.ts';
import { type HunkSides, lineAt } from '../patch-sides.ts';
import type { HazardCheck } from './hazard-check.ts';

/** Where each call has its handler and its flags. */
const REQUESTS = new Map([
  ['request_threaded_irq', { handler: 1, flags: 3 }],
  ['devm_request_threaded_irq', { handler: 2, flags: 4 }],
]);
const NAMES: ReadonlySet<string> = new Set(REQUESTS.keys());
/** Flags that are written out; a variable may hold anything. */
const WRITTEN = /^(?:0|IRQF_\w+(?: \| IRQF_\w+)*)$/;

/**
 * A threaded interrupt without a handler of its own and without IRQF_ONESHOT: the line is not masked while the thread
 * runs, and the kernel refuses the request unless the interrupt is a message (MSI). A warning for that reason.
 * Source: usb-model, H9; Linux 6.1, kernel/irq/manage.c, __setup_irq()
 */
export const missingOneshot: HazardCheck = {
  code: 'H9',
  find: ({ hunks }) =>
    hunks.flatMap((hunk) =>
      findCalls(hunk.after.code, NAMES)
        .filter((call) => isChanged(hunk, call) && isUnmasked(call))
        .map(({ at, args, name }) => ({
          kind: 'missing-oneshot' as const,
          severity: 'warning' as const,
          trace: [`${name}(${args.slice(0, 4).join(', ')})`, '__setup_irq', '-EINVAL'],
          where: { file: hunk.path, line: lineAt(hunk.after, at).number },
          because:
            'the interrupt has no handler in hardirq and no IRQF_ONESHOT: unless it is a message (MSI) the kernel ' +
            'refuses it, because a level-triggered line would fire again before the thread has run.',
        })),
    ),
};

function isChanged({ after }: HunkSides, { at, end }: CCall): boolean {
  return after.code.tokens.slice(at, end).some((_, index) => lineAt(after, at + index).isChanged);
}

function isUnmasked({ name, args }: CCall): boolean {
  const places = REQUESTS.get(name);
  const flags = args[places?.flags ?? -1] ?? '';
  return args[places?.handler ?? -1] === 'NULL' && WRITTEN.test(flags) && !flags.includes('IRQF_ONESHOT');
}
