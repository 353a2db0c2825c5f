import {
  type Choices,
  OUTCOMES,
  type ReportEntry,
  type ReportQuery,
  VERDICTS,
} from '../../ports/dashboard-store.ts';
import { type Html, html } from '../../reply/html.ts';
import { OUTCOME_TONE, VERDICT_WORDS } from '../../reply/words.ts';
import type { Outcome } from '../../report.ts';
import { CURRENT, type Page, timeOf } from './frame.ts';
import { addressOf, type ListAsking } from './list-query.ts';

/** Everything the list shows. */
export interface Listing {
  readonly asking: ListAsking;
  readonly query: ReportQuery;
  readonly entries: readonly ReportEntry[];
  readonly total: number;
  readonly choices: Choices;
  /** What is under way, in a sentence. */
  readonly progress: string;
}

/** The list of evaluations: search, filter, and one line for each thread. */
export function listPage(listing: Listing): Page {
  const body = html`<h1>Evaluations</h1>
<div class="between"><p class="quiet">${listing.progress}</p>${watching(listing.asking)}</div>
${filter(listing)}
${chips(listing)}
${found(listing)}
${pages(listing)}`;
  return { title: 'Evaluations', place: 'evaluations', body };
}

/** Whoever watches asks for it: a page that changes under the hands of a reader is a nuisance. */
function watching(asking: ListAsking): Html {
  const isLive = asking.live;
  const address = addressOf({ ...asking, live: !isLive });
  return html`<p class="quiet"><a href="${address}">${isLive ? 'Stop watching' : 'Watch'}</a>${
    isLive ? ' \u00b7 it refreshes by itself' : ''
  }</p>`;
}

const WORDS: Readonly<Record<string, string>> = VERDICT_WORDS;

function filter({ asking, choices }: Listing): Html {
  const names = [...new Set<string>([...OUTCOMES, ...VERDICTS])];
  const verdicts = names.map((name) => option(name, wordsOf(name), asking.verdict));
  return html`<form class="filter" method="get" action="/" role="search" aria-label="Evaluations">
<div class="wide"><label for="q">Subject, author, Message-ID</label>
<input id="q" name="q" type="search" maxlength="200" value="${asking.q}"></div>
<div><label for="verdict">Verdict</label><select id="verdict" name="verdict">${option('', 'any', asking.verdict)}${verdicts}</select></div>
${choice('driver', 'Driver', asking.driver, choices.drivers)}
${choice('list', 'List', asking.list, choices.lists)}
<div><button class="first">Show</button></div>
</form>`;
}

const wordsOf = (name: string): string => {
  const words = WORDS[name];
  return words === undefined || words === name ? name : `${name} (${words})`;
};

function choice(name: 'driver' | 'list', says: string, chosen: string, all: readonly string[]): Html {
  const options = all.map((one) => option(one, one, chosen));
  return html`<div><label for="${name}">${says}</label><select id="${name}" name="${name}">${option('', 'any', chosen)}${options}</select></div>`;
}

function option(value: string, says: string, chosen: string): Html {
  return value === chosen
    ? html`<option value="${value}" selected>${says}</option>`
    : html`<option value="${value}">${says}</option>`;
}

function chips({ asking, choices }: Listing): Html {
  const known = OUTCOMES.filter((outcome) => (choices.outcomes[outcome] ?? 0) > 0);
  return html`<ul class="chips" aria-label="By outcome">${known.map((outcome) =>
    chip(outcome, choices.outcomes[outcome] ?? 0, asking),
  )}</ul>`;
}

/** A chip that is chosen takes its choice back. */
function chip(outcome: Outcome, count: number, asking: ListAsking): Html {
  const isChosen = asking.verdict === outcome;
  const address = addressOf({ ...asking, verdict: isChosen ? '' : outcome, page: 1 });
  return html`<li><a class="${OUTCOME_TONE[outcome]}" href="${address}"${isChosen ? CURRENT : null}>${outcome}<b>${count}</b></a></li>`;
}

function found({ entries, total, query }: Listing): Html {
  if (entries.length === 0)
    return html`<p class="notice">${total === 0 ? 'Nothing was evaluated that is like this.' : 'The list ends before this page.'}</p>`;
  const from = query.offset + 1;
  return html`<p class="quiet" role="status">${from}\u2013${query.offset + entries.length} of ${total}</p>
<ol class="entries">${entries.map(entryItem)}</ol>`;
}

export function entryItem(entry: ReportEntry): Html {
  const tone = OUTCOME_TONE[entry.outcome];
  const { author, driver, list, claims, run } = entry;
  const facts = [
    author,
    driver ?? '',
    list,
    claims === 1 ? '1 claim' : `${claims} claims`,
    run === 1 ? '' : `run ${run}`,
  ];
  const shown = facts.filter((fact) => fact !== '').join(' \u00b7 ');
  return html`<li class="${tone}"><a class="subject" href="/evaluations/${entry.key}">${entry.subject || '(no subject)'}</a>
<p><span class="mark ${tone}">${entry.outcome}</span> <span class="quiet">\u00b7 ${shown} \u00b7 ${timeOf(entry.atMs)}</span></p></li>`;
}

function pages({ asking, query, total, entries }: Listing): Html | null {
  const hasMore = query.offset + entries.length < total;
  if (asking.page === 1 && !hasMore) return null;
  const newer = asking.page === 1 ? null : pageLink({ ...asking, page: asking.page - 1 }, 'Newer');
  const older = hasMore ? pageLink({ ...asking, page: asking.page + 1 }, 'Older') : null;
  return html`<nav class="pages" aria-label="More of the list"><span>${newer}</span><span>${older}</span></nav>`;
}

const pageLink = (asking: ListAsking, says: string): Html =>
  html`<a class="button" href="${addressOf(asking)}">${says}</a>`;
