import type { CoreSource } from './core-source.ts';
import type { GivebackContext, IrqType } from './hcd.ts';
import type { Fact, Figure, HcdProfile } from './hcd-profile.ts';
import { isSameLock } from './main-way.ts';
import type { ProfileDifference } from './profile-difference.ts';
import type { DriverSource } from './read-driver.ts';

/** A driver as its sources have it, and what that says of the profile it is checked against. */
export interface SourcedProfile {
  readonly profile: HcdProfile;
  readonly differences: readonly ProfileDifference[];
  /** Properties the sources do not tell, taken over from the expected profile. */
  readonly assumed: readonly string[];
}

/** The profile that a driver's sources give. Where they are silent, `expected` speaks. */
export function profileOfSource(
  source: DriverSource,
  core: CoreSource | null,
  expected: HcdProfile,
): SourcedProfile {
  const found = factsOf(source, core, expected);
  const path = found.path ?? expected.path;
  const profile: HcdProfile = {
    ...expected,
    kernel: 'tree',
    lock: found.lock ?? expected.lock,
    hcdBh: found.hcdBh ?? expected.hcdBh,
    hcdBhSince: null,
    giveback: {
      function: found.function ?? expected.giveback.function,
      lockStyle: found.lockStyle ?? expected.giveback.lockStyle,
      context: found.context ?? expected.giveback.context,
    },
    irq: {
      type: found.irqType ?? expected.irq.type,
      handler: found.handler ?? expected.irq.handler,
      moderation: moderationOf(source, expected),
    },
    enqueue: {
      function: found.enqueue ?? expected.enqueue.function,
      takesLock: found.takesLock ?? expected.enqueue.takesLock,
    },
    sgTablesize: found.sgTablesize ?? expected.sgTablesize,
    linger: source.linger,
    path,
    lockTakenIn: onPath(source.lockTakenIn, path) ?? expected.lockTakenIn,
  };
  return { profile, differences: differencesOf(profile, expected), assumed: missing(found) };
}

interface Facts {
  readonly lock: Fact<string> | null;
  readonly hcdBh: Fact<boolean> | null;
  readonly function: Fact<string> | null;
  readonly lockStyle: HcdProfile['giveback']['lockStyle'] | null;
  readonly context: Fact<GivebackContext> | null;
  readonly irqType: Fact<IrqType> | null;
  readonly handler: Fact<string> | null;
  readonly enqueue: Fact<string> | null;
  readonly takesLock: Fact<boolean> | null;
  readonly sgTablesize: HcdProfile['sgTablesize'] | null;
  readonly path: Fact<readonly string[]> | null;
}

function factsOf(source: DriverSource, core: CoreSource | null, expected: HcdProfile): Facts {
  const { main, entry, lock } = source;
  const at = main ? `${main.path}:${main.line}` : '';
  const context = contextOf(source, core);
  return {
    lock: lock === null ? null : { fact: spelled(lock, expected), source: source.lockTakenIn?.source ?? at },
    hcdBh: source.hcdBh,
    function: main && { fact: main.function, source: at },
    lockStyle: source.style && { fact: source.style, source: at },
    context: entry && context && { fact: context, source: entry.source },
    irqType: entry && irqTypeOf(context, entry.source),
    handler: entry && irqTypeOf(context, entry.source) && { fact: entry.function, source: entry.source },
    enqueue: source.enqueue,
    takesLock: factAt(source.enqueueTakesLock, source.enqueue?.source),
    sgTablesize: source.sgTablesize,
    path: entry && source.path && { fact: withCore(source.path, entry.isHcdIrq), source: entry.source },
  };
}

/** The expected spelling of the same lock: "dum_hcd->dum->lock" and "dum->lock" are one. */
function spelled(lock: string, expected: HcdProfile): string {
  return isSameLock(lock, expected.lock.fact) ? expected.lock.fact : lock;
}

function contextOf({ entry }: DriverSource, core: CoreSource | null): GivebackContext | null {
  return entry?.isHcdIrq && core?.isHcdIrqThreaded ? 'threaded-irq' : (entry?.context ?? null);
}

/** Only a giveback that runs in an interrupt says how the interrupt is handled. */
function irqTypeOf(context: GivebackContext | null, source: string): Fact<IrqType> | null {
  if (context === 'hardirq') return { fact: 'hard', source };
  return context === 'threaded-irq' ? { fact: 'threaded', source } : null;
}

function factAt<T>(fact: T | null, source: string | undefined): Fact<T> | null {
  return fact === null || source === undefined ? null : { fact, source };
}

function onPath(taken: Fact<string> | null, path: Fact<readonly string[]>): Fact<string> | null {
  return taken && path.fact.includes(taken.fact) ? taken : null;
}

function withCore(path: readonly string[], isHcdIrq: boolean): readonly string[] {
  return isHcdIrq && path[0] !== 'usb_hcd_irq' ? ['usb_hcd_irq', ...path] : path;
}

function moderationOf({ moderationNs }: DriverSource, { irq }: HcdProfile): HcdProfile['irq']['moderation'] {
  if (moderationNs === null || moderationNs === irq.moderation.value) return irq.moderation;
  return { value: moderationNs, unit: 'ns', source: 'imod_interval in the sources' };
}

function differencesOf(found: HcdProfile, expected: HcdProfile): ProfileDifference[] {
  const pairs: readonly (readonly [string, Fact<unknown>, Fact<unknown>])[] = [
    ['lock', expected.lock, found.lock],
    ['HCD_BH', expected.hcdBh, found.hcdBh],
    ['giveback function', expected.giveback.function, found.giveback.function],
    ['lock around the giveback', expected.giveback.lockStyle, found.giveback.lockStyle],
    ['context of the giveback', expected.giveback.context, found.giveback.context],
    ['interrupt', expected.irq.type, found.irq.type],
    ['enqueue function', expected.enqueue.function, found.enqueue.function],
    ['enqueue takes the lock', expected.enqueue.takesLock, found.enqueue.takesLock],
    ['interrupt moderation', figureFact(expected.irq.moderation), figureFact(found.irq.moderation)],
    ['sg_tablesize', expected.sgTablesize, found.sgTablesize],
    ['linger', figureFact(expected.linger), figureFact(found.linger)],
  ];
  return pairs
    .filter(([, wanted, got]) => wanted.fact !== got.fact)
    .map(([what, wanted, got]) => ({
      what,
      expected: `${wanted.fact}`,
      found: `${got.fact}`,
      source: got.source,
    }));
}

function figureFact({ value, unit, source }: Figure): Fact<string> {
  return { fact: `${value} ${unit}`, source };
}

function missing(facts: Facts): string[] {
  return Object.entries(facts).flatMap(([name, fact]) => (fact === null ? [name] : []));
}
