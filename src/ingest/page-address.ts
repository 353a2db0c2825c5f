import { isAddress, readName } from './addresses.ts';
import type { Address } from './letter.ts';

/** How archives hide the `@`. Source: pipermail, MARC, spinics and hypermail pages. */
const AT_SPELLINGS = [' at ', ' () ', ' [at] ', ' (at) ', '(at)', '[at]', ' @ ', '%40', '&#64;'];

/**
 * The address in what a page shows: "gregkh at linuxfoundation.org" is readable; "matwey@xxxxxxxxxx", "a@...",
 * "a@…" and "[email protected]" are masked and give null.
 */
export function readPageAddress(shown: string): string | null {
  const text = shown.trim();
  const spelling = AT_SPELLINGS.find((one) => text.includes(one));
  const address = (spelling === undefined ? text : text.replace(spelling, '@')).replaceAll(
    / (?:dot|\[dot\]|!) /g,
    '.',
  );
  return isAddress(address) && !isMasked(address) ? address : null;
}

/** Whether an address lost its domain to the archive. */
export function isMasked(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return /^x{3,}(?:\.x+)*$/i.test(domain) || /^\.{2,}|^…/.test(domain) || !domain.includes('.');
}

/** A person as a page prints one: `Name <address>`, a name alone, or an address alone. */
export function readPagePerson(shown: string): Address | null {
  const open = shown.lastIndexOf('<');
  if (open < 0) {
    const address = readPageAddress(shown);
    const name = readName(shown).slice(0, 200);
    if (address !== null) return { name: '', address };
    return name === '' ? null : { name, address: null };
  }
  const inner = shown.slice(open + 1).split('>', 1)[0] ?? '';
  return { name: readName(shown.slice(0, open)), address: readPageAddress(inner) };
}
