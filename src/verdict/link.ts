import type { Claim } from '../claims/claim.ts';
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

/** Finds the links a claim names. Where several are named the fastest counts: a ceiling must never be too low. */
export function findLink(claim: Claim, limits: Limits): Link {
  const words = wordsOf(claim);
  const ethernet = limits.ethernet.links.filter(({ spellings }) => mentions(words, spellings));
  const sata = limits.sata.filter(({ spellings }) => mentions(words, spellings));
  return {
    usb: usbSpeed(claim, limits, words),
    ethernet: fastest(ethernet, (link) => link.bitsPerSec),
    sata: fastest(sata, (link) => link.bytesPerSec),
    video: findVideo(limits, words),
  };
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
function usbSpeed(
  { conditions: { speed, isLinkNamed } }: Claim,
  limits: Limits,
  words: string,
): UsbSpeed | null {
  const { faster, 'super-plus': superPlus } = limits.usb.spellings;
  if (mentions(words, faster)) return null;
  if (mentions(words, superPlus)) return 'super-plus';
  if (mayBeFaster(words)) return null;
  const said = [isLinkNamed === true ? speed : null, namedSpeed(words)];
  return BELOW_SUPER_PLUS.find((one) => said.includes(one)) ?? null;
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
