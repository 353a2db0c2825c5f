import type { Report } from '../report.ts';
import { paintWith } from './paint.ts';
import { indented, joinBlocks, type TextOptions } from './screen.ts';
import { visible } from './visible.ts';

type Series = Report['series'];

/** What was understood of the mails: the series as a tree of patches and files, its trailers, and what is missing. */
export function composeSeriesText(
  series: Series,
  problems: Report['problems'],
  options: TextOptions,
): string {
  const paint = paintWith(options.hasColour);
  const blocks = [
    [paint('strong', visible(series.subject)), facts(series).join(', '), ...authorLine(series)],
    series.patches.flatMap(patchLines),
    series.trailers.map(({ key, value }) => `${visible(key)}: ${visible(value)}`),
    problems.map(({ text }) => paint('quiet', `? ${visible(text)}`)),
  ];
  return joinBlocks(blocks.map((lines) => lines.map((line) => indented(line, options.columns))));
}

function facts(series: Series): string[] {
  const missing = series.missing.length === 0 ? [] : [`missing ${series.missing.join(', ')}`];
  return [
    `version ${series.version}`,
    `${series.patches.length} of ${series.total} ${series.total === 1 ? 'patch' : 'patches'}`,
    ...(series.rfc ? ['RFC'] : []),
    ...(series.resend ? ['resend'] : []),
    ...(series.coverLetter ? ['cover letter'] : []),
    `${series.replies} ${series.replies === 1 ? 'reply' : 'replies'}`,
    ...missing,
  ];
}

function authorLine({ author, date }: Series): string[] {
  if (author === null) return [];
  const address = author.address === null ? '' : ` <${author.address}>`;
  return [`by ${visible(`${author.name}${address}`)}${date === null ? '' : `, ${visible(date)}`}`];
}

function patchLines(patch: Series['patches'][number]): string[] {
  const files = patch.files.map(({ path, oldPath, added, removed }) => {
    const renamed = oldPath === null ? '' : ` (was ${visible(oldPath)})`;
    return `    ${visible(path)}${renamed}   +${added} −${removed}`;
  });
  return [`${patch.index}. ${visible(patch.subject)}   ${patch.from}`, ...files];
}
