import type { Damage } from '../ports/dashboard-store.ts';

const PREFIX = 'damage ';
export const DAMAGE_PATTERN = `${PREFIX}%`;

/** The name under which the damage of a source is kept. */
export function damageName(source: string): string {
  return `${PREFIX}${source}`;
}

/** Null for what tells of none. */
export function readDamage(text: string): Damage | null {
  if (text === '') return null;
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null || !('atMs' in read) || !('because' in read)) return null;
  return { atMs: Number(read.atMs), because: String(read.because) };
}
