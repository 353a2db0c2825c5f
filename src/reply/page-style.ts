/** The colours of pages and charts, in light and in dark. A chart that stands alone brings them along. */
export const COLOURS = `
:root {
  color-scheme: light dark;
  --ink: #1c2330; --soft: #566070; --paper: #ffffff; --panel: #f5f6f8; --line: #d9dde3; --line-strong: #8b94a1;
  --claimed: #a8400c; --replayed: #1f55c4; --band: #dfe3e9; --limit: #6f3bb0;
  --bad: #ad1f16; --unsure: #7d5200; --good: #1a6b33;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8ebf0; --soft: #a7b0bd; --paper: #14181f; --panel: #1c222b; --line: #333c48; --line-strong: #77818f;
    --claimed: #f5a06b; --replayed: #8ab4ff; --band: #333c48; --limit: #c4a2f5;
    --bad: #ff9d94; --unsure: #efc16b; --good: #7fd498;
  }
}
`;

/** The look of a page: one column on a phone, two beside each other where there is room, black on white on paper. */
export const PAGE_STYLE = `${COLOURS}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0; }
p, ul, ol, figure, blockquote, dl { margin: 0 0 .75rem; }
ul { padding-left: 1.25rem; } ol { padding-left: 2rem; }
a { color: var(--replayed); }
code, pre, blockquote { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { white-space: pre-wrap; background: var(--panel); padding: .75rem; border-radius: .375rem; margin: 0 0 .75rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 .75rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem .35rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); overflow-wrap: normal; }
details { margin: 0 0 .75rem; } summary { cursor: pointer; }
.whole { white-space: nowrap; }
@media screen and (max-width: 46rem) { .overview :is(th, td):nth-child(2) { display: none; } }
.quiet { color: var(--soft); font-size: .875rem; }
.headline { font-size: 1.15rem; font-weight: 600; margin: .75rem 0 .25rem; }
.mark { font-weight: 600; white-space: nowrap; }
.mark.quiet { font-size: inherit; }
.bad { color: var(--bad); } .unsure { color: var(--unsure); } .good { color: var(--good); }
.claim { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .9rem; margin: 0 0 1rem; }
.claim header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; margin-bottom: .5rem; }
.claim > .sides > * > :last-child { margin-bottom: 0; }
.sides { display: grid; gap: .75rem 1.5rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 46rem) { .sides { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
.figures { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .1rem .75rem; }
.figures dt { color: var(--soft); } .figures dd { margin: 0; }
blockquote { border-left: 3px solid var(--line-strong); padding-left: .6rem; white-space: pre-wrap; }
figcaption { color: var(--soft); font-size: .875rem; }
svg { display: block; width: 100%; max-width: 26rem; height: auto; } svg text { white-space: pre; }
.bars p { margin-bottom: .25rem; } .bars ul { list-style: none; padding: 0; font-size: .875rem; }
.bars li { display: grid; grid-template-columns: minmax(0, 11rem) minmax(3rem, 1fr) 4rem; gap: .75rem; align-items: center; }
.bars li :last-child { text-align: right; }
meter { width: 100%; height: .7rem; }
meter::-webkit-meter-optimum-value { background: var(--replayed); } meter::-moz-meter-bar { background: var(--replayed); }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --panel: #fff; --line: #bbb; --line-strong: #777;
    --claimed: #a8400c; --replayed: #1f55c4; --band: #dfe3e9; --limit: #6f3bb0; --bad: #8c140c; --unsure: #5f3e00; --good: #0e5224; }
  body { padding: 0; max-width: none; font-size: 10pt; }
  .sides { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .claim, figure, pre, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  a { color: inherit; } svg { max-width: 18rem; }
}
`;
