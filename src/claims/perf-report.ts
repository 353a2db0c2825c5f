import { type Draft, type DraftSide, measuredDraft } from './draft.ts';
import { groupBy } from './group-by.ts';
import type { Heading } from './heading.ts';
import type { Line } from './passage.ts';
import { LEAD_MAX, NODE, ROOT } from './perf-lines.ts';
import type { View } from './view.ts';

interface Node {
  readonly line: Line;
  readonly percent: number;
  readonly symbol: string;
  /** Column of the percentage: the depth in the tree. */
  readonly column: number;
}

interface Listing {
  readonly label: string;
  readonly titles: readonly string[];
  /** Children-included share of the profile: perf's first column. */
  readonly root: Node;
  readonly callees: readonly Node[];
}

/**
 * Two or more perf call graphs of one function under different titles. Claims are made of the function's share with
 * children and of its direct callees. A callee that the later listing lacks has value 0 and "(absent)" in its label:
 * perf leaves out what is below its threshold, so a callee that only appears later is no claim.
 */
export function readPerfReports(passage: View): readonly Draft[] {
  const listings = readListings(passage);
  const drafts: Draft[] = [];
  for (const [symbol, same] of groupBy(listings, (listing) => listing.root.symbol)) {
    const [first, ...others] = same;
    if (!first || others.length === 0 || new Set(same.map((one) => one.label)).size < same.length) continue;
    drafts.push(shareDraft(passage, same, symbol, (listing) => listing.root));
    const callees = new Set(same.flatMap((listing) => listing.callees.map((node) => node.symbol)));
    for (const callee of callees) {
      drafts.push(
        shareDraft(passage, same, callee, (one) => one.callees.find((node) => node.symbol === callee)),
      );
    }
  }
  return drafts;
}

function readListings(passage: View): readonly Listing[] {
  const listings: Listing[] = [];
  let open: OpenListing | undefined;
  let above = '';
  const close = (): void => {
    if (open) listings.push(listingOf(open));
    open = undefined;
  };
  for (const line of passage.lines) {
    const root = nodeOf(line, ROOT, 'children');
    const node = nodeOf(line, NODE, 'share');
    if (root) {
      close();
      open = { root, nodes: [], headings: passage.above.get(line.number) ?? [], above };
    } else if (node && open) open.nodes.push(node);
    else if (!node && line.kind !== 'blank' && !/^[\s|]*$/.test(line.text)) {
      close();
      above = line.text.trim();
    }
  }
  close();
  return listings;
}

interface OpenListing {
  readonly root: Node;
  readonly nodes: Node[];
  readonly headings: readonly Heading[];
  /** The last line of text above, for a listing without a title. */
  readonly above: string;
}

function nodeOf(line: Line, shape: RegExp, share: 'children' | 'share'): Node | undefined {
  const found = shape.exec(line.text.slice(0, LEAD_MAX))?.groups;
  if (!found) return undefined;
  const { lead = '', symbol = '' } = found;
  return { line, percent: Number(found[share]), symbol, column: lead.length };
}

/** perf repeats the function below its own row; its callees stand one level deeper. */
function listingOf({ root, nodes, headings, above }: OpenListing): Listing {
  const own = nodes.find((node) => node.symbol === root.symbol);
  const floor = own?.column ?? -1;
  const level = Math.min(...nodes.filter((node) => node.column > floor).map((node) => node.column));
  const titles = headings.map((heading) => heading.text);
  return {
    label: titles.at(-1) ?? above,
    titles: titles.slice(0, -1),
    root,
    callees: nodes.filter((node) => node.column === level && node !== own),
  };
}

function shareDraft(
  passage: View,
  listings: readonly Listing[],
  symbol: string,
  nodeIn: (listing: Listing) => Node | undefined,
): Draft {
  const sides = listings.map((listing): DraftSide => {
    const node = nodeIn(listing);
    const label = node ? listing.label : `${listing.label} (absent)`;
    const value = node?.percent ?? 0;
    return {
      label,
      value,
      base: value,
      error: null,
      isRange: false,
      runs: null,
      line: node?.line ?? listing.root.line,
    };
  });
  const line = sides.find((side) => !side.label.endsWith('(absent)'))?.line ?? listings[0]?.root.line;
  if (!line) throw new Error('a share belongs to a listing');
  return measuredDraft({
    passage,
    line,
    quantity: symbol,
    unit: '%',
    baseUnit: '%',
    sides,
    titles: listings[0]?.titles ?? [],
    block: `${passage.letter}:${listings[0]?.root.line.number ?? 0}`,
    metric: 'cpu-share',
    better: 'lower',
    tools: ['perf'],
  });
}
