import type { Settled, Unnumbered } from './settle.ts';

/**
 * The claims of all letters, each figure once. What a sender wrote himself wins over what others quote of it, and the
 * first place over later ones, so quotes and resent versions never count twice. A quoted claim also goes when all its
 * figures stand in claims already kept: replies cut tables in half. The order of appearance is kept.
 */
export function withoutCopies(found: readonly Settled[]): readonly Settled[] {
  const known = new Map<string, Settled>();
  const figures = new Set<string>();
  const kept = new Set<Settled>();
  const ownFirst = [
    ...found.filter((one) => one.passage.depth === 0),
    ...found.filter((one) => one.passage.depth > 0),
  ];
  for (const one of ownFirst) {
    if (isCopy(one, known, figures)) continue;
    kept.add(one);
    known.set(identityOf(one.claim), known.get(identityOf(one.claim)) ?? one);
    for (const figure of figuresOf(one.claim)) figures.add(figure);
  }
  return found.filter((one) => kept.has(one));
}

/** The same figures twice in one passage are two measurements; in another passage they are the same ones again. */
function isCopy(one: Settled, known: ReadonlyMap<string, Settled>, figures: ReadonlySet<string>): boolean {
  const earlier = known.get(identityOf(one.claim));
  if (earlier) return earlier.passage !== one.passage;
  const own = figuresOf(one.claim);
  return one.passage.depth > 0 && own.length > 0 && own.every((figure) => figures.has(figure));
}

function identityOf(claim: Unnumbered): string {
  const numbers = figuresOf(claim).join(' ');
  const stated =
    claim.kind === 'stated-only' ? `${claim.stated?.percent ?? ''} ${claim.stated?.factor ?? ''}` : '';
  return [claim.kind, claim.baseUnit, numbers, stated, numbers === '' ? claim.metric : ''].join('|');
}

function figuresOf(claim: Unnumbered): readonly string[] {
  return [claim.before, claim.after].flatMap((side) => (side ? [`${side.value} ${claim.unit}`] : []));
}
