import type { Series } from '../series/series.ts';
import { hasTrait, oppositeOf, type Trait, traitOf, withTrait } from './configuration.ts';
import { namedDriver, usualDriver } from './driver-choice.ts';
import type { ChangeKind, Hcd, ModelChange } from './hcd.ts';
import { type HcdProfile, hcdOf } from './hcd-profile.ts';

/** The model that a text without a diff describes. */
export interface TextReading {
  readonly profile: HcdProfile;
  readonly before: Hcd;
  readonly after: Hcd;
  readonly changes: readonly ModelChange[];
}

/** A trait, and the words that name it. */
interface Evidence {
  readonly trait: Trait;
  readonly text: string;
}

const GIVEBACK = new Set<Trait>(['hardirq', 'tasklet', 'bh-workqueue', 'threaded-irq']);
/** What a text must mention before its tasklets and threads are those of the giveback. */
const GIVEBACK_WORDS = /\bgive[- ]?back|\bhcd_bh\b|\bhcds?\b|\burbs?\b/i;
const BUFFER_WORDS = /\burbs?\b|\busb\b/i;
const TEXT_MAX = 20_000;

/**
 * Reads the change from the subject, else from the labels of the configurations that were compared, else from the first
 * line of a commit message. The state before is what another label says, else the opposite of the state after. Null when
 * none of them names a state the model knows, or when the text does not speak of USB's giveback.
 */
export function readText(
  series: Series,
  profiles: readonly HcdProfile[],
  labels: readonly string[],
): TextReading | null {
  const after = traitAfter(series, labels);
  const named = namedDriver(series, profiles, labels);
  const profile = named ?? usualDriver(profiles);
  if (after === null || profile === null || !speaksOf(after.trait, series, named)) return null;
  const beforeTrait = traitBefore(after.trait, labels);
  const isRevert = /^revert\b/i.test(series.subject);
  const sides = [beforeTrait, after.trait].map((trait) => withTrait(hcdOf(profile), trait, profile));
  const [before, then] = isRevert ? sides.reverse() : sides;
  if (before === undefined || then === undefined) return null;
  return { profile, before, after: then, changes: changesBetween(before, then, after.text) };
}

function traitAfter(series: Series, labels: readonly string[]): Evidence | null {
  const subject = series.subject.replace(/^revert[:\s"]+/i, '');
  const openings = series.patches.map(({ message }) => message.split('\n', 1)[0] ?? '');
  for (const text of [subject, ...series.patches.map((patch) => patch.subject)]) {
    const trait = traitOf(text);
    if (trait !== null) return { trait, text };
  }
  const labelled = labels.flatMap((text) => evidenceIn(text));
  const [first] = labelled;
  const other = labelled.find(({ trait }) => first && trait === oppositeOf(first.trait));
  if (first && other) return isUsual(first.trait) ? first : other;
  return openings.flatMap((text) => evidenceIn(text))[0] ?? null;
}

function evidenceIn(text: string): Evidence[] {
  const trait = traitOf(text);
  return trait === null ? [] : [{ trait, text }];
}

/** The state patches lead to; the other one is what there was. A revert says so in its subject. */
function isUsual(trait: Trait): boolean {
  return trait !== 'hardirq' && trait !== 'coherent' && trait !== 'skb-queued';
}

/** The only other state that is compared with `after`, or its opposite. */
function traitBefore(after: Trait, labels: readonly string[]): Trait {
  const others = new Set(labels.map(traitOf).filter((trait) => trait !== null && trait !== after));
  const [only] = others;
  return only != null && others.size === 1 && GIVEBACK.has(only) === GIVEBACK.has(after)
    ? only
    : oppositeOf(after);
}

function speaksOf(trait: Trait, series: Series, named: HcdProfile | null): boolean {
  const texts = [series.subject, ...series.patches.map(({ message }) => message)];
  const text = texts.join('\n').slice(0, TEXT_MAX);
  if (GIVEBACK.has(trait)) return named !== null && GIVEBACK_WORDS.test(text);
  if (trait === 'skb-queued' || trait === 'skb-direct') return /\busbnet/i.test(text);
  return BUFFER_WORDS.test(text);
}

function changesBetween(before: Hcd, after: Hcd, evidence: string): ModelChange[] {
  const kinds: (ChangeKind | false)[] = [
    !before.hcdBh && after.hcdBh && 'hcd-bh-added',
    before.hcdBh && !after.hcdBh && 'hcd-bh-removed',
    before.irq.type === 'hard' && after.irq.type === 'threaded' && 'irq-threaded',
    before.irq.type === 'threaded' && after.irq.type === 'hard' && 'irq-unthreaded',
    !hasTrait(before, 'cached') && hasTrait(after, 'cached') && 'buffers-cached',
    !hasTrait(before, 'coherent') && hasTrait(after, 'coherent') && 'buffers-coherent',
    before.skbLockPairs > after.skbLockPairs && 'skb-queueing-removed',
    before.skbLockPairs < after.skbLockPairs && 'skb-queueing-added',
  ];
  return kinds
    .filter((kind) => kind !== false)
    .map((kind) => ({ kind, ...statesOf(kind, before, after), file: null, line: null, evidence }));
}

function statesOf(kind: ChangeKind, before: Hcd, after: Hcd): { readonly from: string; readonly to: string } {
  const say = (hcd: Hcd): string => {
    if (kind.startsWith('hcd-bh')) return hcd.hcdBh ? 'HCD_BH on' : 'HCD_BH off';
    if (kind.startsWith('irq')) return `${hcd.irq.handler} ${hcd.irq.type}`;
    if (kind.startsWith('buffers')) return hcd.buffers.kind;
    return `${hcd.skbLockPairs} lock pairs per skb`;
  };
  return { from: say(before), to: say(after) };
}
