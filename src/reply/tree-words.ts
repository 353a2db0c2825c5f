import type { Report } from '../report.ts';
import { visible } from './visible.ts';

type Model = NonNullable<Report['model']>;
type Tree = NonNullable<NonNullable<Model['tree']>>;
type Base = Pick<Tree, 'how' | 'name' | 'commit' | 'ageDays'>;

/** Refused hunks that a sentence names; the JSON has them all. */
const REFUSED_SHOWN = 3;
const COMMIT_DIGITS = 12;

const HOW = {
  'base-commit': 'the base-commit of the mail',
  named: 'the base the mail names',
  'index-lines': 'it has the texts of the index lines',
  tag: 'the newest release before the mail',
  head: "the repository's head, for the mail names no base",
  given: 'the directory as it is',
} as const satisfies Record<Base['how'], string>;

/** Where the giveback path was read, to end "read from …"; why not from the tree, when there was one. */
export function readFrom({ source, tree }: Model): string {
  if (tree == null || source === 'text') return readFromBriefly({ source, tree });
  return source === 'tree' ? baseWords(tree) : `the diff alone: it does not apply to ${baseWords(tree)}`;
}

/** The same in words of ours alone, for a mail and a comment. */
export function readFromBriefly({ source, tree }: Pick<Model, 'source' | 'tree'>): string {
  if (source === 'tree') return 'the source tree';
  if (source === 'text') return 'the text (no diff in the thread)';
  return tree == null ? 'the diff alone (no tree given)' : 'the diff alone (it does not apply to the tree)';
}

/** That nobody named the controller, a host's or a gadget's, or null. */
export function driverWords({ driver, driverFrom, before }: Model): string | null {
  const whose = before.gadget === undefined ? 'host' : 'device';
  return driverFrom === 'default'
    ? `${driver} stands in: neither diff nor text names a ${whose} controller`
    : null;
}

/** Each hunk the tree did not take and why, and the nearest base that takes the series; nothing when it applied. */
export function refusalLines({ tree }: Model): string[] {
  if (tree == null || tree.refused.length === 0) return [];
  const shown = tree.refused.slice(0, REFUSED_SHOWN).map(({ path, hunk, why }) => {
    const place = [visible(path), hunk === 0 ? '' : `hunk ${hunk}`].filter((word) => word !== '').join(', ');
    return `${place === '' ? 'the series' : place}: ${visible(why)}`;
  });
  const left = tree.refused.length - shown.length;
  return [...shown, ...(left > 0 ? [`… and ${left} more refusals (--json)`] : []), ...nearestLine(tree)];
}

/** Where the driver in the tree is not what config/hcd says of Linux 6.1, property by property. */
export function differenceLines({ tree }: Model): string[] {
  return (tree?.differences ?? []).map(({ what, expected, found, source }) => {
    return `not as in config/hcd: ${what} is ${visible(found)}, not ${visible(expected)} (${visible(source)})`;
  });
}

/** "v6.1 (the newest release before the mail), 12 days old". */
function baseWords(base: Base): string {
  const commit = base.commit?.slice(0, COMMIT_DIGITS);
  const isNamed = commit === undefined || base.name.startsWith(commit);
  const name = isNamed ? visible(base.name) : `${visible(base.name)}, ${commit}`;
  return `${name} (${HOW[base.how]})${ageWords(base.ageDays)}`;
}

function ageWords(days: number | null): string {
  if (days === null) return '';
  if (days === 0) return ', of the day of the mail';
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `, ${count} old when the mail was sent` : `, ${count} younger than the mail`;
}

function nearestLine({ appliesOn, basesTried }: Tree): string[] {
  if (appliesOn !== null) return [`it does apply to ${visible(appliesOn.name)}`];
  return basesTried === 0 ? [] : [`nor does it apply to any of the ${basesTried} releases nearest to it`];
}
