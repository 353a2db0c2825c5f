const LINE_TAGS: ReadonlySet<string> = new Set([
  'br',
  'p',
  'div',
  'tr',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'table',
  'hr',
  'pre',
  'dt',
  'dd',
  'ul',
]);
/** Cells of one row stand on one line, and apart. */
const CELL_TAGS: ReadonlySet<string> = new Set(['th', 'td']);
const SILENT_TAGS: ReadonlySet<string> = new Set(['script', 'style', 'head']);
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['#39', "'"],
]);
const TAG_LENGTH_MAX = 2000;

/** Whether a document is a page saved as HTML. */
export function isHtml(head: string): boolean {
  return /^\s{0,200}(?:<!--.{0,200}-->\s{0,200})?<(?:!doctype\s+html|html)\b/i.test(head);
}

/**
 * The text of a page saved as HTML: tags taken off, lines ended where the page ends them, entities read, what stands in
 * `<pre>` as it is. Runs over the page once.
 */
export function htmlText(html: string): string {
  const text: string[] = [];
  let silent: string | null = null;
  let preformatted = 0;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const run = html.slice(at, open < 0 ? html.length : open);
    if (silent === null) text.push(readEntities(preformatted > 0 ? run : run.replaceAll(/\s+/g, ' ')));
    if (open < 0) break;
    const close = html.indexOf('>', open);
    const tag = readTag(html.slice(open + 1, Math.min(close, open + TAG_LENGTH_MAX)));
    if (close < 0) break;
    if (SILENT_TAGS.has(tag.name)) silent = tag.isEnd ? null : (silent ?? tag.name);
    if (tag.name === 'pre') preformatted = Math.max(0, preformatted + (tag.isEnd ? -1 : 1));
    if (silent === null && LINE_TAGS.has(tag.name)) text.push('\n');
    if (silent === null && tag.isEnd && CELL_TAGS.has(tag.name)) text.push('\t');
    at = close + 1;
  }
  return text
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function readTag(inner: string): { readonly name: string; readonly isEnd: boolean } {
  const found = /^(\/?)([A-Za-z][\w]{0,20})/.exec(inner);
  return { name: found?.[2]?.toLowerCase() ?? '', isEnd: found?.[1] === '/' };
}

function readEntities(run: string): string {
  if (!run.includes('&')) return run;
  return run.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, name: string) => {
    const known = ENTITIES.get(name.toLowerCase());
    if (known !== undefined) return known;
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return name.startsWith('#') && code > 0 && code < 0x11_0000 ? String.fromCodePoint(code) : whole;
  });
}
