import type { Claim, Conditions } from '../claims/claim.ts';
import { findMeasures } from '../claims/figures.ts';
import { tellsOfOtherWires } from '../claims/said-link.ts';
import { mayBeFaster, namedSpeed } from '../claims/usb-speed.ts';
import type { EthernetLink, Limits, SataLink, UsbSpeed, VideoFormat } from './limits.ts';
import { sidesOf } from './wording.ts';

/** What the words around a figure say of the wires it travelled over. */
export interface Link {
  readonly usb: UsbSpeed | null;
  readonly ethernet: EthernetLink | null;
  readonly sata: SataLink | null;
  readonly video: { readonly format: VideoFormat; readonly pixels: number } | null;
}

/** Words that may name a link. */
interface Words {
  /** Of this claim and no other. */
  readonly own: string;
  /** With those of the line it stands in, which may be about other figures too. */
  readonly all: string;
}

/** Finds the links a claim names. Where several are named the fastest counts: a ceiling must never be too low. */
export function findLink(claim: Claim, limits: Limits): Link {
  const all = wordsOf(claim);
  const shares = sharesItsLine(claim);
  const words = { own: shares ? (claim.device ?? '').toLowerCase() : all, all };
  return {
    usb: usbSpeed(shares ? null : namedAbove(claim), limits, words),
    ethernet: ethernetLink(limits, words),
    sata: fastest(named(limits.sata, words), (link) => link.bytesPerSec),
    video: findVideo(limits, words.own),
  };
}

/** Whether other rates stand beside those of the claim: what the line names may be what they went over. */
function sharesItsLine(claim: Claim): boolean {
  const own = sidesOf(claim).map(({ base }) => base);
  const isRate = (unit: string): boolean => unit === 'B/s' || unit === 'bit/s';
  return findMeasures(claim.where.text).some(({ base, baseUnit }) => isRate(baseUnit) && !own.includes(base));
}

function ethernetLink(limits: Limits, words: Words): EthernetLink | null {
  const links = named(limits.ethernet.links, words);
  const isOpen = tellsOfOtherWires(words.all) && links.every(({ bitsPerSec }) => bitsPerSec <= GIGABIT);
  return isOpen ? null : fastest(links, (link) => link.bitsPerSec);
}

/** "gigabit" is said of faster links, too, where their rate is said beside it. */
const GIGABIT = 1e9;

/** What its table or its heading names. */
function namedAbove({ conditions: { speed, isLinkNamed } }: Claim): Conditions['speed'] {
  return isLinkNamed === true ? speed : null;
}

function named<T extends { readonly spellings: readonly string[] }>(
  links: readonly T[],
  { own, all }: Words,
) {
  const isNamed = links.some(({ spellings }) => mentions(own, spellings));
  return isNamed ? links.filter(({ spellings }) => mentions(all, spellings)) : [];
}

/** The claim's own words in lower case: names of things, in which case carries no meaning. */
export function wordsOf(claim: Claim): string {
  const labels = sidesOf(claim).map(({ label }) => label);
  const parts = [claim.device ?? '', claim.quantity, claim.where.text, ...labels];
  return parts.join('\n').toLowerCase();
}

/** True when one of the spellings stands in the text and does not continue a word or a number to its left. */
export function mentions(words: string, spellings: readonly string[]): boolean {
  return spellings.some((spelling) => {
    const at = words.indexOf(spelling);
    return at >= 0 && !/[\da-z.]/.test(words.charAt(at - 1));
  });
}

/** Null where the words leave it open: what stands near a claim, or may mean something else, is no proof against it. */
function usbSpeed(above: Conditions['speed'], limits: Limits, { own, all }: Words): UsbSpeed | null {
  const { faster, 'super-plus': superPlus } = limits.usb.spellings;
  if (mentions(all, faster)) return null;
  if (mentions(all, superPlus)) return mentions(own, superPlus) ? 'super-plus' : null;
  if (mayBeFaster(all)) return null;
  const said = [above, namedSpeed(own)];
  if (said.every((one) => one === null)) return null;
  return BELOW_SUPER_PLUS.find((one) => [...said, namedSpeed(all)].includes(one)) ?? null;
}

/** The fastest first. */
const BELOW_SUPER_PLUS = ['super', 'high', 'full'] as const;

/** A raw picture format beside its size: "4096 X 2160", "640x480". Compressed video has no fixed size. */
function findVideo(limits: Limits, words: string): Link['video'] {
  const format = limits.video.find(({ spellings }) => mentions(words, spellings));
  const size = /(\d{3,4}) {0,2}[x×] {0,2}(\d{3,4})/.exec(words);
  if (format === undefined || size === null) return null;
  return { format, pixels: Number(size[1]) * Number(size[2]) };
}

function fastest<T>(links: readonly T[], rate: (link: T) => number): T | null {
  return links.reduce<T | null>(
    (best, link) => (best === null || rate(link) > rate(best) ? link : best),
    null,
  );
}
