import { type FlowCall, flowOf } from './body-flow.ts';
import type { ParseC } from './c-syntax.ts';
import { type Functions, functionsByName } from './call-paths.ts';
import { headOf } from './function-head.ts';
import { type KnownSources, readOnce } from './known-sources.ts';
import { type Entry, entriesOf } from './module-entries.ts';
import type { SourceFile, SourceFunction } from './source-file.ts';
import type { SourceTree } from './source-tree.ts';

/** The files that make one kernel module, or one driver in several, as one state of a tree has them. */
export interface ModuleSource {
  readonly files: readonly SourceFile[];
  readonly functions: Functions;
  /** Where the kernel enters the module by itself. */
  readonly entries: readonly Entry[];
  /** The calls of a function with locks and interrupts; read when it is asked for the first time. */
  readonly flow: (name: string) => readonly FlowCall[];
  /** The functions of the module that call one, by its name or through a member that holds it. */
  readonly callersOf: (name: string) => readonly SourceFunction[];
  /** Whether a call, as it is written, is one of that function: "tp->rtl_ops.enable" of what is put there. */
  readonly calls: (written: string, name: string) => boolean;
  /** The lines of one of its files. */
  readonly linesOf: (path: string) => readonly string[];
}

/** What is read once and serves both sides of a series. */
export interface ModuleReading {
  readonly parseC: ParseC;
  readonly known: KnownSources;
  /** The calls of functions that were followed: most functions are the same on both sides. */
  readonly flows: Map<SourceFunction, readonly FlowCall[]>;
  /** Whether usbcore asks for a threaded interrupt for the handlers that a struct hc_driver names. */
  readonly isHcdIrqThreaded?: boolean;
}

/** Reads a module's files in one state of the tree; those that the tree does not have are left out. */
export function readModule(
  tree: SourceTree,
  paths: readonly string[],
  { parseC, known, flows, isHcdIrqThreaded = false }: ModuleReading,
): ModuleSource {
  const texts = new Map(paths.map((path) => [path, tree.read(path)]));
  const lines = new Map([...texts].map(([path, text]) => [path, text?.split('\n') ?? []]));
  const files = [...texts].flatMap(([path, text]) =>
    text === null ? [] : [readOnce({ path, text }, known)],
  );
  const all = files.flatMap((file) => file.functions);
  const functions = functionsByName(all);
  const callers = callersByName(all);
  const members = membersByValue(files, functions);
  const namesOf = (name: string): readonly string[] => [name, ...(members.get(name) ?? [])];
  return {
    files,
    functions,
    entries: entriesOf(files, isHcdIrqThreaded).filter(
      (entry) => entry.context !== 'complete' || isCompletion(functions.get(entry.function), lines),
    ),
    flow: (name) => {
      const own = functions.get(name);
      if (own === undefined) return [];
      const calls = flows.get(own) ?? flowOf(own, parseC);
      flows.set(own, calls);
      return calls;
    },
    callersOf: (name) => namesOf(name).flatMap((one) => callers.get(one) ?? []),
    calls: (written, name) =>
      written === name ||
      (members.get(name) ?? []).some((member) => /\W/.test(written) && written.endsWith(member)),
    linesOf: (path) => lines.get(path) ?? [],
  };
}

function callersByName(all: readonly SourceFunction[]): ReadonlyMap<string, SourceFunction[]> {
  const callers = new Map<string, SourceFunction[]>();
  for (const one of all)
    for (const callee of one.callees) {
      const known = callers.get(callee);
      if (known) known.push(one);
      else callers.set(callee, [one]);
    }
  return callers;
}

/** The members that hold a function of the module, by the function's name. */
function membersByValue(files: readonly SourceFile[], functions: Functions): ReadonlyMap<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const { member, value } of files.flatMap((file) => file.members))
    if (functions.has(value)) holders.set(value, [...(holders.get(value) ?? []), member]);
  return holders;
}

/** Whether a function takes an URB: other structures have a member of that name too. */
function isCompletion(
  own: SourceFunction | undefined,
  lines: ReadonlyMap<string, readonly string[]>,
): boolean {
  return (
    own !== undefined && headOf(lines.get(own.path) ?? [], own).some((line) => line.includes('struct urb'))
  );
}
