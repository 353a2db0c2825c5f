import type { SwitchedOff } from '../../ports/address-store.ts';
import type { SilenceEntry } from '../../ports/dashboard-store.ts';
import type { Task } from '../../ports/queue.ts';
import { type Html, html } from '../../reply/html.ts';
import type { WebSettings } from '../../service/web-settings.ts';
import { actForm } from './act-form.ts';
import { type Page, timeOf } from './frame.ts';

/** The ledger of what was not said, and why. */
export function silencePage(entries: readonly SilenceEntry[], page: number, hasMore: boolean): Page {
  const body = html`<h1>Silence</h1>
<p class="quiet">Silence is the usual answer: one patch mail of a thousand deserves a reply. Here is each reason for it.</p>
${entries.length === 0 ? html`<p class="notice">Nothing was kept back.</p>` : html`<ol class="entries">${entries.map(silenceItem)}</ol>`}
${turnPages(page, hasMore)}`;
  return { title: 'Silence', place: 'silence', body };
}

function silenceItem({ subject, evaluation, because, list, run, atMs }: SilenceEntry): Html {
  const words = subject || '(no subject)';
  const title =
    evaluation === null
      ? html`<span class="subject">${words}</span>`
      : html`<a class="subject" href="/evaluations/${evaluation}">${words}</a>`;
  return html`<li>${title}<p>${because}</p><p class="quiet">${list} \u00b7 run ${run} \u00b7 ${timeOf(atMs)}</p></li>`;
}

function turnPages(page: number, hasMore: boolean): Html | null {
  if (page === 1 && !hasMore) return null;
  const link = (to: number, says: string) => html`<a class="button" href="/silence?page=${to}">${says}</a>`;
  return html`<nav class="pages" aria-label="More of the ledger"><span>${page === 1 ? null : link(page - 1, 'Newer')}</span>
<span>${hasMore ? link(page + 1, 'Older') : null}</span></nav>`;
}

/** What gave up: tasks, and addresses that refuse our mail; each with the reason and a way back. */
export interface GaveUp {
  readonly dead: readonly (Task & { readonly because: string })[];
  readonly switchedOff: readonly SwitchedOff[];
}

export function deadPage({ dead, switchedOff }: GaveUp, settings: WebSettings): Page {
  const body = html`<h1>Gave up</h1>
<p class="quiet">These tasks were tried as often as they may be. What they work on is kept; each can be tried again.</p>
${dead.length === 0 ? html`<p class="notice">No task gave up.</p>` : dead.map((task) => deadCard(task, settings))}
${switchedOff.length === 0 ? null : html`<h2>Addresses</h2>${switchedOff.map((one) => offCard(one, settings))}`}`;
  return { title: 'Gave up', place: 'dead', body };
}

function offCard({ key, address, because, untilMs }: SwitchedOff, settings: WebSettings): Html {
  return html`<article class="card"><h2>${address}</h2>
<p>${because}</p><p class="quiet">Nothing is sent there until ${timeOf(untilMs)}.</p>
<div class="act">${actForm(`/addresses/${key}/switch-on`, 'Send again', settings)}</div></article>`;
}

const WORK: Readonly<Record<Task['queue'], string>> = {
  ingest: 'Reading a mail',
  evaluate: 'Evaluating a thread',
  reply: 'Posting',
};

function deadCard({ queue, key, because }: Task & { readonly because: string }, settings: WebSettings): Html {
  const mail = queue === 'ingest' ? html`<a href="/mails/${key}">The mail, as it came</a>` : null;
  return html`<article class="card"><h2>${WORK[queue]}</h2>
<p class="quiet"><code>${queue}:${key}</code></p><p>${because}</p>
<div class="act">${actForm(`/tasks/${queue}/${key}/redrive`, 'Try again', settings)}${mail}</div></article>`;
}

/** Something that is not there, or not allowed. */
export function plainPage(title: string, says: string): Page {
  return { title, place: null, body: html`<h1>${title}</h1><p>${says}</p>` };
}
