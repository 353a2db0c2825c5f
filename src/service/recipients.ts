import type { SwitchedOff } from '../ports/address-store.ts';
import type { OutboxRow } from '../ports/outbox-store.ts';

/** Whom a mail of the outbox is for. */
export function recipientsOf({ target }: Pick<OutboxRow, 'target'>): readonly string[] {
  const addresses: unknown = JSON.parse(target);
  return Array.isArray(addresses) ? addresses.map(String) : [];
}

/**
 * The mail for those of its recipients whose servers take mail of ours; its bytes stay as they are. Gives why it leaves
 * for nobody, where all of them are switched off.
 */
export function withoutSwitchedOff(
  row: OutboxRow,
  off: readonly SwitchedOff[],
): { readonly row: OutboxRow; readonly because: string | null } {
  if (row.channel !== 'mail' || off.length === 0) return { row, because: null };
  const all = recipientsOf(row);
  const isOff = (address: string) => off.some((one) => one.address === address.toLowerCase());
  const left = all.filter((address) => !isOff(address));
  const because = left.length === 0 ? `switched off: ${all.join(', ')}` : null;
  return { row: left.length === all.length ? row : { ...row, target: JSON.stringify(left) }, because };
}
