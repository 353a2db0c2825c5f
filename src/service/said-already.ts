import type { Report } from '../report.ts';

/** A mail of the thread, as far as its own words matter. */
export interface ThreadWords {
  readonly messageId: string | null;
  readonly from: { readonly address: string | null } | null;
  readonly text: string;
}

type Claim = Report['claims'][number];

const NOT_A_PERSON = /^(?:.*[-+.])?(?:bot|robot|lkp|syzbot|noreply|no-reply)(?:[-+.@].*)?$/i;
/** Whether an address may be that of a person: programs say it in their names. */
export function isPerson(address: string): boolean {
  return address !== '' && !NOT_A_PERSON.test(address);
}

/** What a mail is answered for: the other verdicts are never mailed. */
const POINTS: readonly Claim['verdict'][] = ['contradicted', 'beyond-limit'];

/**
 * Whether somebody of the thread has made the point already: a reply of another person that has, in its own words, both
 * figures of a claim we would speak of, or the difference that we would compute from them. Saying it again helps nobody.
 */
export function isSaidAlready(report: Report, mails: readonly ThreadWords[], ownAddress: string): boolean {
  const author = report.series.author?.address?.toLowerCase() ?? null;
  const strangers = mails.filter(({ from }) => {
    const address = from?.address?.toLowerCase() ?? null;
    return address !== null && address !== author && address !== ownAddress && isPerson(address);
  });
  const words = strangers.map(({ text }) => figuresIn(text));
  const claims = report.claims.filter(({ verdict }) => POINTS.includes(verdict));
  return claims.some((claim) => words.some((figures) => isAbout(claim, figures)));
}

function isAbout({ before, after, deltaPercent }: Claim, figures: ReadonlySet<string>): boolean {
  const hasBoth =
    before !== null &&
    after !== null &&
    figures.has(String(before.value)) &&
    figures.has(String(after.value));
  const percent = deltaPercent === null ? null : Math.abs(deltaPercent);
  return (
    hasBoth || (percent !== null && [0, 1, 2].some((digits) => figures.has(`${trimmed(percent, digits)}%`)))
  );
}

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

/** Numbers on lines that are not quoted, as they read; one with a percent sign keeps it. */
function figuresIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    if (line.startsWith('>')) continue;
    for (const word of line.slice(0, 1_000).split(/[^0-9.%]+/)) {
      const number = Number.parseFloat(word);
      if (!Number.isFinite(number)) continue;
      found.add(String(number));
      if (word.includes('%')) found.add(`${number}%`);
    }
  }
  return found;
}
