import type { FlowCall } from '../body-flow.ts';
import type { Chain } from '../call-chains.ts';
import { lockTaken } from '../flow-state.ts';
import type { ModuleSource } from '../module-source.ts';
import { broughtAbout, type HazardCheck, type KeyedHazard, type ModuleSides } from './hazard-check.ts';
import {
  type Inversion,
  type InversionRule,
  inversionsOf,
  lastWord,
  lockIn,
  takingWords,
} from './irq-inversion.ts';
import { listedChain, saysWhere } from './trace.ts';

/**
 * What can come between. A completion handler is a softirq under a host controller with HCD_BH and an interrupt under one
 * without: who stops only bottom halves is safe with xhci and not with ohci, and that is a warning.
 */
const RULES: readonly (InversionRule & { readonly severity: 'error' | 'warning'; readonly bites: string })[] =
  [
    {
      what: 'an interrupt',
      leftOn: 'interrupts',
      inner: new Set(['hardirq']),
      outer: new Set(['thread', 'softirq']),
      isOpen: areIrqsOn,
      isSafe: (name) => lockTaken(name)?.savesIrqs ?? true,
      severity: 'error',
      bites: '',
    },
    {
      what: 'a softirq',
      leftOn: 'bottom halves',
      inner: new Set(['softirq', 'complete']),
      outer: new Set(['thread']),
      isOpen: (call) => areIrqsOn(call) && call.state.bhsOff.max === 0,
      isSafe: (name) => lockTaken(name)?.stopsBhs ?? true,
      severity: 'error',
      bites: '',
    },
    {
      what: 'a completion handler in hardirq',
      leftOn: 'interrupts',
      inner: new Set(['complete']),
      outer: new Set(['softirq']),
      isOpen: areIrqsOn,
      isSafe: (name) => lockTaken(name)?.savesIrqs ?? true,
      severity: 'warning',
      bites:
        ' It bites with a host controller that gives back in its interrupt, such as ohci, uhci or musb, and not with ' +
        'xhci, ehci or dwc2, which have HCD_BH.',
    },
  ];

/**
 * A lock that is held where an interrupt or a softirq can come in that takes it too, and then waits for the code it
 * interrupted. Like lockdep, but read in source: both ways must be there, from where the kernel enters the module to the
 * lock, and the series brings one of them about. Source: usb-model, H2; Documentation/locking/lockdep-design.rst
 */
export const irqUnsafeLock: HazardCheck = {
  code: 'H2',
  find: ({ modules }) =>
    modules.flatMap((sides) => {
      const words = suspects(sides);
      return words.size === 0 ? [] : broughtAbout(sides, (module) => hazardsIn(module, words));
    }),
};

function areIrqsOn({ state }: FlowCall): boolean {
  return state.irqsOff.max === 0 && state.maskedLines.max === 0;
}

/** The locks whose taking the series changes; all of them when it changes what the kernel calls, and in which context. */
function suspects({ before, after, changed }: ModuleSides): ReadonlySet<string> {
  const isMoved = entryWords(before) !== entryWords(after);
  const names = isMoved ? [...after.functions.keys()] : [...changed];
  const touched = names.filter((name) => isMoved || lockLines(before, name) !== lockLines(after, name));
  return new Set(
    touched.flatMap((name) => (after.functions.get(name)?.locks ?? []).map(({ lock }) => lastWord(lock))),
  );
}

function entryWords({ entries }: ModuleSource): string {
  const words = entries.map(({ function: name, context }) => `${context} ${name}`);
  return words.toSorted().join('\n');
}

function lockLines({ functions }: ModuleSource, name: string): string {
  const lines = functions.get(name)?.text.split('\n') ?? [];
  return lines
    .filter((line) => /lock|irq/.test(line))
    .map((line) => line.trim())
    .join('\n');
}

function hazardsIn(module: ModuleSource, words: ReadonlySet<string>): KeyedHazard[] {
  const found = [...words].flatMap((word) => inversionsOf(module, word, RULES));
  return found.map(hazardOf);
}

function hazardOf(inversion: Inversion): KeyedHazard {
  const { lockClass, outer, inner, rule } = inversion;
  const { severity, bites } = RULES.find((one) => one === rule) ?? { severity: 'warning', bites: '' };
  return {
    key: `${rule.what} ${lockClass} ${outer.own.name}`,
    hazard: {
      kind: 'irq-unsafe-lock',
      severity: isPlain(inner.chain) && isPlain(outer.chain) ? severity : 'warning',
      trace: [
        ...listedChain(outer.chain),
        `${takingWords(outer)} with ${rule.leftOn} on`,
        `${rule.what} on the same CPU`,
        ...listedChain(inner.chain),
        `${takingWords(inner)}: same CPU, spins for ever`,
      ],
      where: { file: outer.own.path, line: outer.call.line },
      because:
        `${outer.own.name}() takes ${lockIn(outer)} and leaves ${rule.leftOn} on; ${rule.what} that takes it ` +
        `too (${saysWhere(inner.chain)}) then waits for the code it interrupted.${bites}`,
    },
  };
}

/** No call on the way hangs on a question about the context. */
function isPlain({ conditions }: Chain): boolean {
  return !conditions.some((text) =>
    /in_interrupt|in_irq|in_atomic|in_task|in_softirq|irqs_disabled/.test(text),
  );
}
