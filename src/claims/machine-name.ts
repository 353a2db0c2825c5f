import type { Line } from './passage.ts';

const MACHINE_LABEL =
  /^\s*(?:[-*]\s*)?(?:CPU|Machine|Host|Board|SoC|Platform|Test machine|Test platform|Hardware|Processor)\s*:\s*(?<name>\S.{1,90})$/i;
const MACHINE_SENTENCE =
  /^\s*(?<name>[^.:]{0,60}\b(?:based system|based platform|based board)\b[^.:]{0,60}?)(?:[.:]|$)/;

/** The machine that a line of prose names. */
export function machineOn(line: Line): string | undefined {
  if (line.kind !== 'text') return undefined;
  const groups = MACHINE_LABEL.exec(line.text)?.groups ?? MACHINE_SENTENCE.exec(line.text)?.groups;
  return groups?.['name']?.trim();
}
