import type { OutboxRow } from '../../ports/outbox-store.ts';
import { type Html, html } from '../../reply/html.ts';
import type { WebSettings } from '../../service/web-settings.ts';
import { actForm } from './act-form.ts';
import { type Page, preformatted, timeOf } from './frame.ts';

/** What waits for a person: each post with its final bytes, to be let go or refused. */
export function moderationPage(
  held: readonly OutboxRow[],
  settings: WebSettings,
  latest: ReadonlyMap<string, string>,
): Page {
  const body = html`<h1>Moderation</h1>
<p class="quiet">These posts wait for a person. What is shown is what would be sent, byte for byte.</p>
${held.length === 0 ? html`<p class="notice">Nothing waits.</p>` : held.map((row) => card(row, settings, latest))}`;
  return { title: 'Moderation', place: 'moderation', body };
}

function card(row: OutboxRow, settings: WebSettings, latest: ReadonlyMap<string, string>): Html {
  const { key, channel, list, because, plannedAtMs } = row;
  const evaluation = latest.get(row.thread);
  const link =
    evaluation === undefined ? null : html` \u00b7 <a href="/evaluations/${evaluation}">its evaluation</a>`;
  return html`<article class="card" id="${key}">
<h2>${NAMES[channel]} on ${list}</h2>
<p class="quiet">to ${targetWords(row)} \u00b7 ${timeOf(plannedAtMs)}${link}</p>
<p>${because ?? ''}</p>
${preformatted(bodyText(row))}
${acts(row, settings)}
</article>`;
}

const NAMES: Readonly<Record<OutboxRow['channel'], string>> = {
  directory: 'A draft',
  mail: 'A mail',
  comment: 'A comment',
  'check-run': 'A check',
};

/** A post that was claimed may have left; to let it go would be to say it twice. */
function acts({ key, fence }: OutboxRow, settings: WebSettings): Html {
  const refuse = actForm(`/posts/${key}/refuse`, 'Refuse', settings, 'grave');
  if (fence > 0)
    return html`<div class="act">${refuse}<span class="quiet">It may have left already, so it can not be released.</span></div>`;
  return html`<div class="act">${actForm(`/posts/${key}/release`, 'Release', settings, 'first')}${refuse}</div>`;
}

function targetWords({ target, channel }: OutboxRow): string {
  if (channel !== 'mail') return target;
  const read = parsed(target);
  return Array.isArray(read) ? read.map(String).join(', ') : target;
}

function bodyText({ body, channel }: OutboxRow): string {
  return channel === 'check-run' ? JSON.stringify(parsed(body), null, 2) : body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
