import type { Settled, Unnumbered } from './settle.ts';

/** A sender's own figures that an earlier letter holds too. */
export interface Repeat {
  readonly of: Settled;
  /** Place of the later letter in the series. */
  readonly letter: number;
}

export interface Distinct {
  readonly claims: readonly Settled[];
  readonly repeats: readonly Repeat[];
}

/**
 * The claims of all letters, each figure once. What a sender wrote himself wins over what others quote of it, a table
 * over the sentence that says it again, and the first place over later ones: quotes, summaries and resent versions
 * never count twice. A quoted claim also goes when all its figures stand in claims already kept, since replies cut
 * tables in half. The order of appearance is kept.
 */
export function withoutCopies(found: readonly Settled[]): Distinct {
  const known = new Map<string, Settled>();
  const figures = new Set<string>();
  const kept = new Set<Settled>();
  const repeats: Repeat[] = [];
  for (const one of found.toSorted((a, b) => weightOf(a) - weightOf(b))) {
    if (isCopy(one, known, figures)) {
      const of = known.get(identityOf(one.claim));
      if (of && one.passage.depth === 0 && one.passage.place === 'text')
        repeats.push({ of, letter: one.passage.letter });
      continue;
    }
    kept.add(one);
    const identity = identityOf(one.claim);
    if (!known.has(identity)) known.set(identity, one);
    for (const figure of figuresOf(one.claim)) figures.add(figure);
  }
  return { claims: found.filter((one) => kept.has(one)), repeats };
}

function weightOf({ passage, form }: Settled): number {
  // A title only says again what the text below it says.
  return (passage.depth > 0 ? 4 : 0) + (passage.place === 'subject' ? 2 : 0) + (form === 'prose' ? 1 : 0);
}

/** The same figures twice in one passage are two measurements, unless the second is prose about the first. */
function isCopy(one: Settled, known: ReadonlyMap<string, Settled>, figures: ReadonlySet<string>): boolean {
  const earlier = known.get(identityOf(one.claim));
  if (earlier && (earlier.passage !== one.passage || earlier.form !== one.form)) return true;
  const own = figuresOf(one.claim);
  return one.passage.depth > 0 && own.length > 0 && own.every((figure) => figures.has(figure));
}

function identityOf(claim: Unnumbered): string {
  const numbers = figuresOf(claim).join(' ');
  const stated =
    claim.kind === 'stated-only' ? `${claim.stated?.percent ?? ''} ${claim.stated?.factor ?? ''}` : '';
  return [claim.kind, claim.baseUnit, numbers, stated, numbers === '' ? claim.metric : ''].join('|');
}

/** In base units, so that "1.2 s" and "1200 ms" are one figure. */
function figuresOf(claim: Unnumbered): readonly string[] {
  return [claim.before, claim.after].flatMap((side) =>
    side ? [`${Number(side.base.toPrecision(6))} ${claim.baseUnit}`] : [],
  );
}
