import { findCalls } from '../c-calls.ts';
import { chainTo } from '../call-chains.ts';
import type { Hazard } from '../hcd.ts';
import type { ModuleSource } from '../module-source.ts';
import { type HunkSides, lineAt, type Side } from '../patch-sides.ts';
import { broughtAbout, type HazardCheck, type KeyedHazard, type ModuleSides } from './hazard-check.ts';
import { listedChain } from './trace.ts';

const HCD = 'drivers/usb/core/hcd.c';
const MASKS: ReadonlySet<string> = new Set(['local_irq_save']);
/** What must be called with interrupts off. Source: Linux 6.1, kernel/irq/irqdesc.c, generic_handle_irq() */
const NEEDS_IRQS_OFF = ['generic_handle_irq', 'generic_handle_domain_irq'];

/**
 * complete() that runs with interrupts on where it used to have them off, and completion handlers that hand on an
 * interrupt without switching them off themselves. Source: usb-model, H7, 1.2 (E1 to E2) and P26
 */
export const irqsOnComplete: HazardCheck = {
  code: 'H7',
  find: ({ hunks, modules }) => [...hunks.flatMap(coreHazard), ...modules.flatMap(handlerHazards)],
};

function coreHazard(hunk: HunkSides): Hazard[] {
  if (hunk.path !== HCD || count(hunk.after) >= count(hunk.before)) return [];
  const call = findCalls(hunk.before.code, MASKS).find(({ at }) => lineAt(hunk.before, at).isChanged);
  if (call === undefined) return [];
  return [
    {
      kind: 'irqs-on-complete',
      severity: 'warning',
      trace: ['__usb_hcd_giveback_urb', 'complete() with interrupts on'],
      where: { file: hunk.path, line: hunk.after.lines[0]?.number ?? 0 },
      because:
        'complete() no longer runs with interrupts off: handlers that relied on it break, as those of rt2x00usb, ' +
        'lan78xx and dln2 did when usbcore did so in v4.20; usb-storage, hid and uvcvideo do not care.',
    },
  ];
}

function count({ code }: Side): number {
  return findCalls(code, MASKS).length;
}

function handlerHazards(sides: ModuleSides): Hazard[] {
  const names = [...sides.changed].filter((name) =>
    NEEDS_IRQS_OFF.some((callee) => sides.after.functions.get(name)?.callees.has(callee)),
  );
  return names.flatMap((name) => broughtAbout(sides, (module) => openIn(module, name)));
}

function openIn(module: ModuleSource, name: string): KeyedHazard[] {
  const own = module.functions.get(name);
  const call = module
    .flow(name)
    .find((one) => NEEDS_IRQS_OFF.includes(one.name) && one.state.irqsOff.max === 0);
  const chain =
    own &&
    call &&
    chainTo(module, name, {
      isEntry: ({ context }) => context === 'complete',
      isOpen: ({ state }) => state.irqsOff.max === 0,
    });
  if (!own || !call || !chain) return [];
  return [
    {
      key: `${name} ${call.name}`,
      hazard: {
        kind: 'irqs-on-complete',
        severity: 'error',
        trace: [...listedChain(chain), `${call.name}() with interrupts on`],
        where: { file: own.path, line: call.line },
        because:
          `${call.name}() must run with interrupts off, and complete() has them on since v4.20 wherever the host ` +
          'controller has HCD_BH: switch them off around the call.',
      },
    },
  ];
}
