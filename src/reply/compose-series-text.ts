import { type Branch, drawTree } from './branch.ts';
import { numberRanges } from './number-ranges.ts';
import { type Paint, paintWith } from './paint.ts';
import { joinBlocks, type TextOptions } from './screen.ts';
import type {
  SeriesTree,
  TreePatch,
  TreePerson,
  TreeRelation,
  TreeReply,
  TreeSeries,
} from './series-tree.ts';
import { visible } from './visible.ts';

/** A tree is read from left to right; wider lines help nobody. */
const COLUMNS_MAX = 100;

/** What was understood of the mails, as a tree: versions, patches, files, who vouched for what, and what is missing. */
export function composeSeriesText(
  tree: SeriesTree,
  problems: readonly { readonly text: string }[],
  options: TextOptions,
): string {
  const paint = paintWith(options.hasColour);
  const columns = Math.min(options.columns, COLUMNS_MAX);
  const drawn = [
    ...(tree.current === null ? [] : [seriesBranch(tree.current, 'the one to evaluate', paint)]),
    ...tree.versions.map((series) => seriesBranch(series, 'another version', paint)),
    ...tree.beside.map((series) => seriesBranch(series, 'beside it', paint)),
  ];
  const met = problems.map(({ text }) => leaf(paint('quiet', `? ${visible(text)}`)));
  return joinBlocks([...drawn.map((branch) => drawTree([branch], columns)), drawTree(met, columns)]);
}

function seriesBranch(series: TreeSeries, place: string, paint: Paint): Branch {
  const title = paint('strong', visible(series.subject));
  return {
    text: `${title}  ${paint('quiet', `(${place})`)}`,
    below: [
      leaf(facts(series).join(', ')),
      ...series.relations.map((relation) => leaf(paint('quiet', relationWords(relation)))),
      ...patchBranches(series, paint),
      ...(series.missing.length === 0 ? [] : [leaf(paint('bad', `✗ ${missingWords(series)}`))]),
      ...repliesBranches(series.replies, paint),
      ...series.own.map((text) => leaf(paint('quiet', visible(text)))),
      ...series.carried.map((text) =>
        leaf(`${paint('good', '+')} ${visible(text)}  (to an earlier posting of the same diff)`),
      ),
      ...series.problems.map((text) => leaf(paint('unsure', `? ${visible(text)}`))),
    ],
  };
}

/** A patch that stands alone says where it was found here. */
function countWords(patches: readonly TreePatch[], total: number): string {
  const [only] = patches;
  if (only !== undefined && total === 1 && patches.length === 1) return `one patch${ORIGIN[only.from]}`;
  return `${patches.length} of ${total} ${total === 1 ? 'patch' : 'patches'}`;
}

const PURPOSE = {
  submission: null,
  'stable-copy': 'a copy for a stable kernel, no submission',
  'pull-request': 'a pull request, no submission',
  notice: "a robot's notice, no submission",
} as const satisfies Record<TreeSeries['purpose'], string | null>;

function facts(series: TreeSeries): readonly string[] {
  const { version, total, patches, rfc, resend, purpose, coverLetter, author, date } = series;
  const isTalk = patches.length === 0 && total === 0;
  return [
    ...(isTalk ? ['a discussion without a patch'] : [`v${version}`, countWords(patches, total)]),
    ...(rfc ? ['RFC'] : []),
    ...(resend ? ['sent again'] : []),
    ...(coverLetter ? ['cover letter'] : []),
    ...(PURPOSE[purpose] === null ? [] : [PURPOSE[purpose]]),
    ...(author === null ? [] : [`by ${who(author)}`]),
    ...(date === null ? [] : [dayOf(date)]),
  ];
}

const RELATED_MAX = 3;
const HEX_SHOWN = 12;

/** "prerequisite-patch-id 0123456789ab, 89abcdef0123 and 4 more" */
function relationWords({ key, values }: TreeRelation): string {
  const shown = values.slice(0, RELATED_MAX).map((value) => visible(shortened(value)));
  const more = values.length - shown.length;
  return `${key} ${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/** git's ids as git shortens them; anything else as written. */
function shortened(value: string): string {
  return /^[0-9a-f]{40,64}$/.test(value) ? value.slice(0, HEX_SHOWN) : value;
}

/** A patch that stands alone is the series. */
function patchBranches(series: TreeSeries, paint: Paint): readonly Branch[] {
  const branches = series.patches.map((patch) => patchBranch(patch, series, paint));
  const [only] = branches;
  const isAlone = series.total === 1 && !series.coverLetter && branches.length === 1;
  return isAlone && only !== undefined ? only.below : branches;
}

function patchBranch(patch: TreePatch, { total }: TreeSeries, paint: Paint): Branch {
  const counter = total > 1 || patch.index !== 1 ? `${patch.index}/${total} ` : '';
  return {
    text: `${counter}${visible(patch.subject)}${paint('quiet', ORIGIN[patch.from])}`,
    below: [
      ...patch.files.map((file) => leaf(fileLine(file, paint))),
      ...repliesBranches(patch.replies, paint),
    ],
  };
}

const ORIGIN = {
  inline: '',
  attachment: '  (attached)',
  quoted: '  (quoted in a reply)',
  diffless: '  (no diff)',
} as const satisfies Record<TreePatch['from'], string>;

function fileLine({ path, oldPath, added, removed }: TreePatch['files'][number], paint: Paint): string {
  const renamed = oldPath === null ? '' : ` (was ${visible(oldPath)})`;
  return `${visible(path)}${renamed}  ${paint('good', `+${added}`)} ${paint('bad', `−${removed}`)}`;
}

/** Those with trailers one by one, the others by their number. */
function repliesBranches(replies: readonly TreeReply[], paint: Paint): readonly Branch[] {
  const speaking = replies.filter(({ given, refused }) => given.length + refused.length > 0);
  const silent = replies.length - speaking.length;
  const trailers = speaking.flatMap(({ from, given, refused }) => [
    ...given.map((text) => leaf(`${paint('good', '+')} ${visible(text)}`)),
    ...refused.map((text) =>
      leaf(`${paint('bad', '✗')} ${visible(text)}  (not counted: sent by ${who(from)})`),
    ),
  ]);
  return silent === 0 ? trailers : [...trailers, leaf(paint('quiet', silentWords(silent, speaking.length)))];
}

function silentWords(count: number, speaking: number): string {
  const more = speaking === 0 ? '' : 'more ';
  return `${count} ${more}${count === 1 ? 'reply' : 'replies'} without a trailer`;
}

function missingWords({ missing, total }: TreeSeries): string {
  const which = `${missing.length === 1 ? 'patch' : 'patches'} ${numberRanges(missing)} of ${total}`;
  return `${which} ${missing.length === 1 ? 'is' : 'are'} not among the mails`;
}

function who(person: TreePerson | null): string {
  if (person === null) return 'somebody without a name';
  const { name, address } = person;
  if (address === null) return visible(name);
  return visible(name === '' ? address : `${name} <${address}>`);
}

function dayOf(date: string): string {
  return visible(date.slice(0, 10));
}

function leaf(text: string): Branch {
  return { text, below: [] };
}
