import { type Html, html, trustedHtml } from '../../reply/html.ts';

export const PLACES = [
  { name: 'evaluations', path: '/', says: 'Evaluations' },
  { name: 'moderation', path: '/moderation', says: 'Moderation' },
  { name: 'silence', path: '/silence', says: 'Silence' },
  { name: 'dead', path: '/gave-up', says: 'Gave up' },
  { name: 'queue', path: '/queue', says: 'Queue' },
] as const;

export type Place = (typeof PLACES)[number]['name'];

/** What every page tells beside its own matter. */
export interface Surroundings {
  readonly version: string;
  /** How many of each place need a person. */
  readonly counts: Readonly<Partial<Record<Place, number>>>;
  readonly isStopped: boolean;
}

export interface Page {
  readonly title: string;
  readonly place: Place | null;
  readonly body: Html;
}

/** A whole page: the bar, its matter, and what is said at the foot of all of them. */
export function framed({ title, place, body }: Page, around: Surroundings): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} \u00b7 giveback</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg">
</head>
<body>
<a class="skip" href="#matter">To the page itself</a>
<header class="bar"><a class="brand" href="/">giveback</a>${navigation(place, around)}</header>
${stopped(around)}
<main id="matter">
${body}
</main>
<footer>giveback ${around.version}. Nothing was run on hardware: stated numbers are checked and replayed on a model.</footer>
</body>
</html>
`.markup;
}

function navigation(here: Place | null, { counts }: Surroundings): Html {
  return html`<nav aria-label="Pages">${PLACES.map(({ name, path, says }) => {
    const count = counts[name] ?? 0;
    const badge = count === 0 ? null : html`<span class="count">${count}</span>`;
    return html`<a href="${path}"${name === here ? CURRENT : null}>${says}${badge}</a>`;
  })}</nav>`;
}

export const CURRENT: Html = trustedHtml(' aria-current="page"');

function stopped({ isStopped }: Surroundings): Html | null {
  if (!isStopped) return null;
  return html`<p class="notice bad">Posting is stopped. Nothing leaves until it is started again.</p>`;
}

/** UTC, to the minute. */
export function timeOf(atMs: number): Html {
  const iso = new Date(atMs).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** Text with its lines kept; everything else of it is made visible. */
export function preformatted(text: string): Html {
  const lines = text.split('\n').map((line) => html`${line.replace(/\r$/, '')}\n`);
  return html`<pre tabindex="0">${lines}</pre>`;
}
