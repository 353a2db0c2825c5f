/** What is wrong with the copy of a source, as it lies beside the cursors: it is found out by one process and told by another. */
export interface Damage {
  /** When it was seen last, in milliseconds since 1970. */
  readonly atMs: number;
  /** What a person has to do. */
  readonly because: string;
}

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
