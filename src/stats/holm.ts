/** Holm's correction: p values adjusted for being several, in the order given. Each is at most 1. */
export function holm(pValues: readonly number[]): readonly number[] {
  const ranked = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p || a.index - b.index);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let highest = 0;
  for (const [rank, { p, index }] of ranked.entries()) {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = highest;
  }
  return adjusted;
}

/** The chance that at least one of `count` true "no effect" claims looks significant at `level`. */
export function falseAlarmChance(count: number, level: number): number {
  return 1 - (1 - level) ** count;
}
