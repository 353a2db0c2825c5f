import type { Hcd, LabelledHcd } from './hcd.ts';
import { type HcdProfile, SKB_LOCK_PAIRS, withGiveback } from './hcd-profile.ts';

/** What a configuration is told apart by, in one or two words of its label. */
export type Trait =
  | 'hardirq'
  | 'tasklet'
  | 'bh-workqueue'
  | 'threaded-irq'
  | 'coherent'
  | 'cached'
  | 'skb-queued'
  | 'skb-direct';

/** The words for each trait, the more telling ones first: "interrupt threaded handler" is threaded. */
const WORDS: readonly (readonly [Trait, RegExp])[] = [
  ['bh-workqueue', /\bbh[ -]?work(?:queue|er)?s?\b|\bsystem_bh\w*wq\b/],
  ['threaded-irq', /\bthreaded\b|\birq thread\b|\brequest_threaded_irq\b/],
  ['tasklet', /\btasklets?\b|\bhcd_bh\b|\bbottom half\b/],
  ['hardirq', /\bhard[- ]?(?:irq|interrupt)s?\b|\bhard handler\b/],
  ['coherent', /\b(?:usb_|dma_)?alloc_coherent\b|\b(?<!non-?)coherent\b/],
  ['cached', /\bkmalloc\b|\bnon-?coherent\b|\busb_alloc_noncoherent\b/],
  ['skb-queued', /\bskb_queue_tail\b/],
  ['skb-direct', /\brx_cleanup\b/],
];

/** The other state: what is meant when a text says that a thing is no longer so. */
const OPPOSITE: Readonly<Record<Trait, Trait>> = {
  hardirq: 'tasklet',
  tasklet: 'hardirq',
  'bh-workqueue': 'tasklet',
  'threaded-irq': 'hardirq',
  coherent: 'cached',
  cached: 'coherent',
  'skb-queued': 'skb-direct',
  'skb-direct': 'skb-queued',
};

/** Words that turn a trait into its opposite when one of them is among the last three before it. */
const NEGATIONS = new Set(
  [
    'without',
    'w/o',
    'no',
    'not',
    "don't",
    'instead',
    'rather',
    'avoid',
    'from',
    'stop',
    'undef',
    'replace',
  ].concat(['remove', 'removes', 'removing', 'replacing', 'disable', 'disabling', 'disabled', 'unused']),
);
/** No label and no subject is longer. */
const PHRASE_MAX = 500;

/** The opposite of a trait. */
export function oppositeOf(trait: Trait): Trait {
  return OPPOSITE[trait];
}

/**
 * The trait a label or a subject speaks of: "without tasklet" is hardirq, "instead of calling skb_queue_tail" is
 * skb-direct. What stands in brackets counts only when the rest says nothing. Null when no trait is named, or one
 * or another.
 */
export function traitOf(phrase: string): Trait | null {
  const text = phrase.slice(0, PHRASE_MAX).toLowerCase();
  const outside = text.replaceAll(/\([^()]*\)/g, ' ');
  const [first, ...others] = outside.split(/\bor\b/).map(traitIn);
  if (others.some((other) => other !== first)) return null;
  return first ?? traitIn(text);
}

/** The driver in a configuration that has the trait and is otherwise as `hcd`. */
export function withTrait(hcd: Hcd, trait: Trait, profile: HcdProfile): Hcd {
  switch (trait) {
    case 'tasklet':
      return withGiveback(deferred(hcd, profile), profile);
    case 'bh-workqueue': {
      const queued = withGiveback(deferred(hcd, profile), profile);
      return { ...queued, giveback: { ...queued.giveback, context: 'bh-workqueue' } };
    }
    case 'hardirq':
      return withGiveback(inline(hcd, 'hard', profile), profile);
    case 'threaded-irq':
      return withGiveback(inline(hcd, 'threaded', profile), profile);
    case 'coherent':
    case 'cached':
      return { ...hcd, buffers: { kind: trait } };
    case 'skb-queued':
      return { ...hcd, skbLockPairs: SKB_LOCK_PAIRS.queued };
    case 'skb-direct':
      return { ...hcd, skbLockPairs: SKB_LOCK_PAIRS.direct };
  }
}

/** Whether a configuration is what a label with this trait means. */
export function hasTrait(hcd: Hcd, trait: Trait): boolean {
  switch (trait) {
    case 'tasklet':
    case 'bh-workqueue':
    case 'hardirq':
    case 'threaded-irq':
      return hcd.giveback.context === trait;
    case 'coherent':
    case 'cached':
      return hcd.buffers.kind === trait;
    case 'skb-queued':
      return hcd.skbLockPairs === SKB_LOCK_PAIRS.queued;
    case 'skb-direct':
      return hcd.skbLockPairs === SKB_LOCK_PAIRS.direct;
  }
}

/** Every label that names a trait, with the side that has it, or with what it describes when neither side does. */
export function configurationsOf(
  labels: readonly string[],
  { before, after, profile }: { readonly before: Hcd; readonly after: Hcd; readonly profile: HcdProfile },
): LabelledHcd[] {
  return [...new Set(labels)].flatMap((label) => {
    const trait = traitOf(label);
    if (trait === null || !isInPlay(trait, before, after)) return [];
    const side = [after, before].find((hcd) => hasTrait(hcd, trait)) ?? deferredSide(trait, [after, before]);
    return [{ label, hcd: side ?? withTrait(before, trait, profile) }];
  });
}

/** Who speaks of the tasklet means whatever HCD_BH defers to: since v6.9 it is a work queue. */
function deferredSide(trait: Trait, sides: readonly Hcd[]): Hcd | undefined {
  return trait === 'tasklet' ? sides.find(({ hcdBh }) => hcdBh) : undefined;
}

/** Whether the sides differ in what the trait is about: other labels are not about the model. */
function isInPlay(trait: Trait, before: Hcd, after: Hcd): boolean {
  if (trait === 'coherent' || trait === 'cached') return before.buffers.kind !== after.buffers.kind;
  if (trait === 'skb-queued' || trait === 'skb-direct') return before.skbLockPairs !== after.skbLockPairs;
  return before.giveback.context !== after.giveback.context;
}

function traitIn(text: string): Trait | null {
  for (const [trait, words] of WORDS) {
    const at = text.search(words);
    if (at >= 0) return isNegated(text.slice(0, at)) ? OPPOSITE[trait] : trait;
  }
  return null;
}

/** Whether the words before a trait take it away: "by removing", "instead of calling"; not "from kmalloc to". */
function isNegated(before: string): boolean {
  const words = before.split(/[\s#]+/).filter((word) => word !== '');
  return words.at(-1) !== 'to' && words.slice(-3).some((word) => NEGATIONS.has(word));
}

/** With HCD_BH, and with the lock kept: the row of the truth table that is meant. */
function deferred(hcd: Hcd, profile: HcdProfile): Hcd {
  const irq = { ...hcd.irq, type: profile.irq.type.fact };
  return { ...hcd, hcdBh: true, irq, giveback: { ...hcd.giveback, lockDropped: false } };
}

/** Without HCD_BH, and with the lock dropped unless the driver does not hold it in the first place. */
function inline(hcd: Hcd, type: 'hard' | 'threaded', profile: HcdProfile): Hcd {
  const lockDropped = profile.giveback.lockStyle.fact !== 'released';
  return { ...hcd, hcdBh: false, irq: { ...hcd.irq, type }, giveback: { ...hcd.giveback, lockDropped } };
}
