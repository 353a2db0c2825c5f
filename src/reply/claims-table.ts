import Table from 'cli-table3';
import type { Report, ReportClaim } from '../report.ts';
import { claimedFigures, percentInterval, percentWithSign } from './figures.ts';
import type { Paint } from './paint.ts';
import { visible } from './visible.ts';
import { VERDICT_TONE, verdictWords } from './words.ts';

/** Widest text of a cell; longer author's words are cut with an ellipsis. */
const CELL_CHARACTERS_MAX = 34;

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '  ',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** The claims of a report, one row each: what was claimed, what the model gave, what follows. */
export function claimsTable(report: Report, paint: Paint): string {
  const table = new Table({
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: ['', 'claim', 'claimed', '', 'replayed (5–95 %)', 'verdict'],
  });
  for (const claim of report.claims) table.push(row(claim, paint));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function row(claim: ReportClaim, paint: Paint): string[] {
  return [
    claim.id.replace(/^c/, ''),
    cut(visible(claim.quantity)),
    cut(visible(claimedFigures(claim))),
    claim.deltaPercent === null ? '' : percentWithSign(claim.deltaPercent),
    claim.replay === null ? '' : percentInterval(claim.replay.deltaPercent),
    paint(VERDICT_TONE[claim.verdict], verdictWords(claim)),
  ];
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= CELL_CHARACTERS_MAX
    ? text
    : `${characters.slice(0, CELL_CHARACTERS_MAX - 1).join('')}…`;
}
