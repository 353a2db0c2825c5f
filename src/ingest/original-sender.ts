import { readAddressList } from './addresses.ts';
import { foldedValues, headerValue, type RawMessage } from './headers.ts';
import type { Address } from './letter.ts';

/** `Ada Example via linux-usb`, and as Google Groups writes it `'Ada Example' via linux-usb`. */
const VIA = /^['"]?(.{1,200}?)['"]? via \S.{0,200}$/i;

/**
 * Who wrote a mail whose From was rewritten on its way, so that DMARC lets it pass: the person of X-Original-From, else
 * who has the same name in Reply-To or Cc, else the only other person of Reply-To. When a list wrote its own address and
 * nobody else's is found, the address is not known.
 */
export function originalSender(head: RawMessage, from: Address | null, addressesMax: number): Address | null {
  const name = from === null ? undefined : VIA.exec(from.name)?.[1];
  if (from === null || name === undefined) return from;
  const people = (header: string) =>
    foldedValues(head, header).flatMap((folded) => readAddressList(folded, addressesMax).addresses);
  const others = people('reply-to').filter(({ address }) => address !== from.address);
  const [said] = people('x-original-from');
  const namesake = [...others, ...people('cc')].find((one) => isSameName(one.name, name));
  const found = said ?? namesake ?? (others.length === 1 ? others[0] : undefined);
  if (found !== undefined) return { name: found.name === '' ? name : found.name, address: found.address };
  if (name.includes('@')) return readAddressList(name, 1).addresses[0] ?? from;
  return isOfList(head, from.address) ? { name, address: null } : from;
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function isOfList(head: RawMessage, address: string | null): boolean {
  if (address === null) return false;
  const post = headerValue(head, 'list-post') ?? '';
  const id = headerValue(head, 'list-id') ?? '';
  return post.includes(`:${address}>`) || id.includes(`<${address.replace('@', '.')}>`);
}
