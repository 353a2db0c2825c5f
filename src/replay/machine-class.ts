import type { MachineFile, ReplaySettings } from './replay-settings.ts';

/** Class of a machine nobody described. */
const UNKNOWN = 'unknown';

/**
 * The machine class that a text names: "Intel i5-7600 @ 3.5GHz" is an x86 desktop. The longest word found decides,
 * and a single class wins over a mixture of the same length ("armv7l" beside "AM335x"). Text without any: "unknown".
 */
export function machineClassOf(text: string | null, settings: ReplaySettings): string {
  const found = settings.machines
    .flatMap((machine) => ({ class: machine.class, length: longestWord(text ?? '', machine.patterns) }))
    .filter(({ length }) => length > 0)
    .sort(
      (a, b) =>
        b.length - a.length || mixtureLast(a.class, b.class, settings) || (a.class < b.class ? -1 : 1),
    );
  return found[0]?.class ?? UNKNOWN;
}

/** Length of the longest pattern that stands in the text as words of its own; 0 for none. */
export function longestWord(text: string, patterns: MachineFile['patterns']): number {
  const lower = text.toLowerCase();
  return Math.max(0, ...patterns.filter((pattern) => standsIn(lower, pattern)).map(({ length }) => length));
}

function standsIn(text: string, pattern: string): boolean {
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + pattern.length])) return true;
  }
  return false;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[a-z0-9]/.test(character);
}

function mixtureLast(a: string, b: string, settings: ReplaySettings): number {
  return Number(isMixture(a, settings)) - Number(isMixture(b, settings));
}

function isMixture(name: string, settings: ReplaySettings): boolean {
  const file = settings.costs[name];
  return file !== undefined && 'mixture' in file;
}
