import { type CCode, depthStep } from '../c-calls.ts';
import type { CToken } from '../c-tokens.ts';
import { type HunkSides, lineAt, type Side, sectionName } from '../patch-sides.ts';
import { type Found, type FoundChange, pairSites, type SimulatedPattern, type Site } from '../pattern.ts';

interface FlagSite extends Site {
  readonly side: Side;
  /** The flag and the `|` that joins it, where the flag is set. */
  readonly flag: readonly CToken[];
}

/** Tokens of an expression of flags, and of a structure up to its flags. */
const EXPRESSION_MAX = 200;
const STRUCTURE_MAX = 2000;

/** HCD_BH in the `.flags` of a struct hc_driver, or set on a copy of one. Source: usb-model, P01 and P04 */
export const hcdBh: SimulatedPattern = {
  codes: ['P01', 'P04'],
  what: 'HCD_BH',
  sets: 'hcdBh',
  effect:
    'complete() and the unmapping of the buffer leave the interrupt for a tasklet, or come back to it; a flow of one ' +
    'transfer at a time loses or wins some tenths of a percent',
  hazards: ['H1', 'H7', 'H8', 'H11'],
  find: findHcdBh,
};

function findHcdBh(hunks: readonly HunkSides[]): Found {
  const before = hunks.flatMap((hunk) => sitesOf(hunk, hunk.before));
  const after = hunks.flatMap((hunk) => sitesOf(hunk, hunk.after));
  const changed = pairSites(before, after).filter(([from, to]) => from.state !== to.state);
  return {
    changes: changed.map(([from, to]) => (to.state ? changeAt(to) : changeAt(from))),
    explained: new Set(changed.flatMap(([from, to]) => [...from.flag, ...to.flag])),
  };

  function changeAt(site: FlagSite): FoundChange {
    const line = lineAt(site.side, site.at);
    const isAdded = site.side === site.hunk.after;
    return {
      kind: isAdded ? 'hcd-bh-added' : 'hcd-bh-removed',
      from: isAdded ? 'HCD_BH off' : 'HCD_BH on',
      to: isAdded ? 'HCD_BH on' : 'HCD_BH off',
      file: site.hunk.path,
      line: line.number,
      evidence: line.text.trim(),
      subject: site.subject,
    };
  }
}

/** Every `.flags = …` of a struct hc_driver: one that names an HCD_ flag. */
function sitesOf(hunk: HunkSides, side: Side): FlagSite[] {
  const { tokens } = side.code;
  return tokens.flatMap((token, at) => {
    if (token.text !== '=' || tokens[at - 1]?.text !== 'flags') return [];
    const end = endOfExpression(side.code, at + 1);
    const names = tokens.slice(at + 1, end);
    if (!names.some(({ text }) => text.startsWith('HCD_'))) return [];
    const flagAt = names.findIndex(({ text }) => text === 'HCD_BH');
    const shown = flagAt < 0 ? at : at + 1 + flagAt;
    return [
      {
        subject: structAround(side.code, at) ?? sectionName(hunk.section) ?? hunk.path,
        state: flagAt >= 0,
        hunk,
        at: shown,
        side,
        flag: flagAt < 0 ? [] : withJoint(tokens, shown),
      },
    ];
  });
}

function endOfExpression({ tokens }: CCode, from: number): number {
  let depth = 0;
  const last = Math.min(tokens.length, from + EXPRESSION_MAX);
  for (let at = from; at < last; at += 1) {
    const text = tokens[at]?.text ?? '';
    depth += depthStep(text);
    if (depth < 0 || (depth === 0 && (text === ',' || text === ';'))) return at;
  }
  return last;
}

/** The variable in `struct hc_driver NAME = {` before `at`. */
function structAround({ tokens }: CCode, at: number): string | null {
  for (let index = at; index > Math.max(0, at - STRUCTURE_MAX); index -= 1)
    if (tokens[index]?.text === 'hc_driver' && tokens[index - 1]?.text === 'struct')
      return tokens[index + 1]?.text ?? null;
  return null;
}

function withJoint(tokens: readonly CToken[], at: number): CToken[] {
  const before = tokens[at - 1];
  const from = before?.text === '|' ? at - 1 : at;
  const to = before?.text !== '|' && tokens[at + 1]?.text === '|' ? at + 2 : at + 1;
  return tokens.slice(from, to);
}
