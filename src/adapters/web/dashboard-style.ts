import { PAGE_STYLE } from '../../reply/page-style.ts';

/** The look of an evaluation's page, and of what stands around it here. */
export const DASHBOARD_STYLE = `${PAGE_STYLE}
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
.bar { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.25rem; margin: 0 0 1.75rem; padding: 0 0 .6rem;
  border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; font-size: 1.05rem; letter-spacing: -.01em; color: var(--ink); text-decoration: none; margin-right: auto; }
.bar nav { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; }
.bar nav a { color: var(--soft); text-decoration: none; padding: .15rem 0; }
.bar nav a:hover { color: var(--ink); text-decoration: underline; text-underline-offset: .25em; }
.bar nav a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: 0 2px 0 var(--replayed); }
.count { font-variant-numeric: tabular-nums; font-size: .8125rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 1rem; padding: 0 .45rem; margin-left: .3rem; }
.notice { background: var(--panel); border: 1px solid var(--line); border-left: 4px solid var(--replayed); border-radius: .375rem;
  padding: .6rem .9rem; margin: 0 0 1rem; }
.notice.bad { border-left-color: var(--bad); color: var(--ink); }
.filter { display: grid; gap: .6rem .75rem; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: end; margin: 1rem 0; }
.filter .wide { grid-column: 1 / -1; }
@media (min-width: 46rem) {
  .filter { grid-template-columns: minmax(0, 2fr) repeat(3, minmax(0, 1fr)) auto; } .filter .wide { grid-column: auto; }
}
label { display: block; color: var(--soft); font-size: .8125rem; margin-bottom: .15rem; }
input, select, button, .button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line-strong);
  border-radius: .375rem; padding: .4rem .6rem; width: 100%; min-height: 2.5rem; }
button, .button { width: auto; cursor: pointer; font-weight: 600; background: var(--panel); padding: .4rem 1rem; }
button:hover { border-color: var(--ink); }
button.first { background: var(--replayed); border-color: var(--replayed); color: var(--paper); }
button.grave { color: var(--bad); }
:focus-visible { outline: 3px solid var(--replayed); outline-offset: 2px; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0 0 .5rem; list-style: none; }
.chips a { display: inline-block; padding: .2rem .65rem; border: 1px solid var(--line); border-radius: 1rem; text-decoration: none;
  font-size: .875rem; font-weight: 600; background: var(--panel); color: var(--ink); }
.chips a:hover { border-color: var(--line-strong); }
.chips a[aria-current] { border-color: currentColor; background: var(--paper); }
.chips a.bad { color: var(--bad); } .chips a.unsure { color: var(--unsure); } .chips a.good { color: var(--good); }
.chips b { font-variant-numeric: tabular-nums; margin-left: .35rem; }
.between { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .25rem 1rem; }
.between p { margin: 0; }
.entries { list-style: none; padding: 0; margin: .75rem 0; }
.entries > li { padding: .7rem 0 .7rem .9rem; border-bottom: 1px solid var(--line); border-left: 4px solid var(--line); }
.entries > li + li { margin-top: 0; }
.entries > li.bad { border-left-color: var(--bad); } .entries > li.unsure { border-left-color: var(--unsure); }
.entries > li.good { border-left-color: var(--good); }
.entries .subject { color: var(--ink); font-weight: 600; text-decoration: none; }
.entries .subject:hover { text-decoration: underline; text-underline-offset: .2em; }
.entries p { margin: .15rem 0 0; }
li.bad, li.unsure, li.good { color: var(--ink); }
.mark.plain { color: var(--soft); }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .9rem; margin: 0 0 1.25rem; }
.card h2 { border: 0; margin: 0 0 .5rem; padding: 0; font-size: 1rem; }
.card pre { background: var(--paper); border: 1px solid var(--line); max-height: 32rem; overflow: auto; }
.act { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: 1rem 0 0; }
.act form { margin: 0; }
.pages { display: flex; justify-content: space-between; gap: 1rem; margin: 1rem 0; }
footer { margin: 2.5rem 0 1rem; padding-top: .75rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
@media print { .bar, .filter, .chips, .act, .pages, footer { display: none; } }
`;
