import type { Letter } from '../ingest/letter.ts';
import type { Claim } from './claim.ts';
import type { Repeat } from './copies.ts';
import { groupBy } from './group-by.ts';
import type { SeriesFinding } from './readings.ts';

/**
 * A later version that states the very figures of an earlier one: the code changed and was not measured again, or the
 * text was carried over. One finding for each pair of versions.
 */
export function copiedFromVersions(
  letters: readonly Letter[],
  repeats: readonly Repeat[],
  claims: readonly Claim[],
): readonly SeriesFinding[] {
  const carried = repeats.flatMap(({ of, letter }) => {
    const [from, to] = [versionOf(letters[of.passage.letter]), versionOf(letters[letter])];
    const claim = claims.find((one) => isSame(one, of.claim));
    return claim && from !== null && to !== null && to > from ? [{ from, to, id: claim.id }] : [];
  });
  const pairs = groupBy(carried, ({ from, to }) => `${from} ${to}`);
  return [...pairs.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { from, to } = first;
    const ids = [...new Set(same.map(({ id }) => id))];
    const text = `version ${to} states ${ids.length === 1 ? 'the figure' : `${ids.length} figures`} of version ${from} again, unchanged`;
    return [
      {
        kind: 'copied-from-version',
        severity: 'info',
        text,
        numbers: { from, to, figures: ids.length },
        claims: ids,
      },
    ];
  });
}

/** The version of a posted patch; null for a reply and for what is no patch. */
function versionOf(letter: Letter | undefined): number | null {
  if (!letter || /^\s*re:/i.test(letter.subject)) return null;
  const tag = /\[[^\]]{0,60}\bPATCH\b[^\]]{0,60}\]/i.exec(letter.subject)?.[0];
  if (tag === undefined) return null;
  return Number(/\bv(?<version>\d{1,3})\b/i.exec(tag)?.groups?.['version'] ?? 1);
}

function isSame(claim: Claim, other: Omit<Claim, 'id'>): boolean {
  return (
    claim.where.messageId === other.where.messageId &&
    claim.where.line === other.where.line &&
    claim.before?.base === other.before?.base
  );
}
