import { type Html, html } from '../../reply/html.ts';
import type { WebSettings } from '../../service/web-settings.ts';
import { formProof } from './guard.ts';

/** How a button looks: the thing to do, one of several, or one that can not be taken back. */
export type Weight = 'first' | 'plain' | 'grave';

/** A button that changes something: a form, because a link is followed by programs too. */
export function actForm(path: string, says: string, settings: WebSettings, weight: Weight = 'plain'): Html {
  return html`<form method="post" action="${path}"><input type="hidden" name="proof" value="${formProof(path, settings)}">
<button class="${weight}">${says}</button></form>`;
}

/** Said in place of buttons where no token was chosen. */
export function noToken(): Html {
  return html`<p class="quiet">To act from here, choose a token: <code>giveback init</code> makes one.</p>`;
}
