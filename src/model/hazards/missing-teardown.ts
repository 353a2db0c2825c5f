import type { CCall } from '../c-calls.ts';
import { codeOf, findCalls } from '../c-calls.ts';
import type { ModuleSource } from '../module-source.ts';
import type { SourceFunction } from '../source-file.ts';
import { broughtAbout, type HazardCheck, type KeyedHazard } from './hazard-check.ts';

/** What sets up something that runs later, and what waits for the last run of it. */
const CONTEXTS: readonly {
  readonly what: string;
  readonly setup: string;
  readonly ends: readonly string[];
}[] = [
  { what: 'tasklet', setup: 'tasklet_setup', ends: ['tasklet_kill', 'tasklet_unlock_wait'] },
  { what: 'tasklet', setup: 'tasklet_init', ends: ['tasklet_kill', 'tasklet_unlock_wait'] },
  {
    what: 'work item',
    setup: 'INIT_WORK',
    ends: ['cancel_work_sync', 'flush_work', 'disable_work_sync', 'destroy_workqueue', 'flush_workqueue'],
  },
  {
    what: 'delayed work item',
    setup: 'INIT_DELAYED_WORK',
    ends: ['cancel_delayed_work_sync', 'flush_delayed_work', 'destroy_workqueue', 'flush_workqueue'],
  },
  {
    what: 'timer',
    setup: 'timer_setup',
    ends: ['del_timer_sync', 'timer_delete_sync', 'timer_shutdown_sync', 'del_singleshot_timer_sync'],
  },
];
/** These end all that is queued, whatever its name. */
const ENDS_ALL = new Set(['destroy_workqueue', 'flush_workqueue']);
/** A function that stands for a wait: the module ends what it is called with by calls of its own. */
const SETUP_NAMES: ReadonlySet<string> = new Set(CONTEXTS.map(({ setup }) => setup));
const END_NAMES: ReadonlySet<string> = new Set(CONTEXTS.flatMap(({ ends }) => ends));

/**
 * Something that the module sets up to run later and never waits for: it may run after the device is gone. A warning,
 * for the wait may be in a file of another module. Source: usb-model, H12
 */
export const missingTeardown: HazardCheck = {
  code: 'H12',
  find: ({ modules }) =>
    modules.flatMap((sides) =>
      [...sides.changed].some((name) => mentions(sides.before, name) || mentions(sides.after, name))
        ? broughtAbout(sides, unended)
        : [],
    ),
};

function mentions({ functions }: ModuleSource, name: string): boolean {
  const callees = functions.get(name)?.callees ?? new Set<string>();
  return [...SETUP_NAMES, ...END_NAMES].some((one) => callees.has(one));
}

interface Place {
  readonly own: SourceFunction;
  readonly call: CCall;
  readonly line: number;
}

function unended(module: ModuleSource): KeyedHazard[] {
  const ends = callsOf(module, END_NAMES);
  return callsOf(module, SETUP_NAMES).flatMap((place) => {
    const context = CONTEXTS.find(({ setup }) => setup === place.call.name);
    const member = lastWord(place.call.args[0] ?? '');
    const isEnded = ends.some(
      ({ call }) =>
        context?.ends.includes(call.name) &&
        (ENDS_ALL.has(call.name) || lastWord(call.args[0] ?? '') === member),
    );
    return context && !isEnded ? [hazardOf(place, context.what, member)] : [];
  });
}

function callsOf({ functions }: ModuleSource, names: ReadonlySet<string>): Place[] {
  return [...functions.values()]
    .filter(({ callees }) => [...names].some((name) => callees.has(name)))
    .flatMap((own) => {
      const code = codeOf(own.text.split('\n'));
      const lineOf = ({ at }: CCall): number => own.line + (code.tokens[at]?.line ?? 0);
      return findCalls(code, names).map((call) => ({ own, call, line: lineOf(call) }));
    });
}

function lastWord(argument: string): string {
  return argument.split(/\W+/).findLast((word) => word !== '') ?? '';
}

function hazardOf({ own, call, line }: Place, what: string, member: string): KeyedHazard {
  return {
    key: `${what} ${member}`,
    hazard: {
      kind: 'missing-teardown',
      severity: 'warning',
      trace: [own.name, `${call.name}(${member})`, 'disconnect', `${what} ${member} [may still run]`],
      where: { file: own.path, line },
      because:
        `the ${what} ${member} is set up in ${own.name}(), and nothing in the driver's files waits for its last run: ` +
        'it may come after the device, and its memory, are gone.',
    },
  };
}
