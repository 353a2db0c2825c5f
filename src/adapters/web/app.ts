import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from '../../reply/html.ts';
import { addActions } from './actions.ts';
import { askingOf, type Show } from './asked.ts';
import { DASHBOARD_STYLE } from './dashboard-style.ts';
import { framed, type Surroundings } from './frame.ts';
import { isForUs, visitorOf } from './guard.ts';
import { addHealth } from './health.ts';
import { plainPage } from './ledger-pages.ts';
import { addOperatorPages } from './operator-pages.ts';
import { Pace } from './pace.ts';
import { addPublicPages } from './public-pages.ts';
import { type Policy, secureHeaders } from './secure-headers.ts';
import { Turns } from './turns.ts';
import type { WebPorts } from './web-ports.ts';

/** Every page of the service. `board` is the view of the queue, where there is one. */
export function webApp(ports: WebPorts, version: string, board: Hono | null): Hono {
  const app = new Hono();
  const show: Show = async (context, page, status = 200) => {
    return context.html(framed(page, await surroundings(ports, version)), status);
  };
  app.use(secureHeaders(policyOf));
  app.use(async (context, next) => {
    if (isForUs(askingOf(context), ports.settings)) return next();
    return context.text('This server has no such name.\n', 421);
  });
  app.use(bodyLimit({ maxSize: ports.settings.bodyBytesMax }));
  app.get('/style.css', (context) =>
    context.body(DASHBOARD_STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  app.get('/icon.svg', (context) => context.body(ICON, 200, { 'Content-Type': 'image/svg+xml' }));
  addHealth(app, ports);
  inTurn(app, ports);
  addPublicPages(app, ports, show);
  operatorsOnly(app, ports, show);
  addOperatorPages(app, ports, show);
  addActions(app, ports);
  if (board !== null) app.route('/queue', board);
  app.notFound((context) => show(context, plainPage('Not here', 'There is no page of this name.'), 404));
  return app;
}

/**
 * All that follows costs a look at the store: so many a second, one after the other. Whoever knows the token waits
 * however many others do.
 */
function inTurn(app: Hono, ports: WebPorts): void {
  const { settings } = ports;
  const turns = new Turns(settings.pagesWaitingMax);
  const pace = new Pace(settings.pagesPerSecondMax, 1_000);
  app.use(async (context, next) => {
    const isKnown = () => visitorOf(askingOf(context), settings) !== 'anybody';
    if ((!turns.isFull && pace.take(ports.clock()) === 0) || isKnown()) return turns.take(next);
    context.header('Retry-After', '1');
    return context.text('too many at once\n', 429);
  });
}

/** What is about posts that nobody has seen yet, or about the machine, is for those who know the token. */
const OPERATOR_PATHS = ['/moderation', '/gave-up', '/queue', '/queue/*'] as const;

function operatorsOnly(app: Hono, { settings }: WebPorts, show: Show): void {
  for (const path of OPERATOR_PATHS)
    app.use(path, async (context, next) => {
      if (visitorOf(askingOf(context), settings) !== 'anybody') return next();
      if (settings.tokenSha256 === null) return show(context, NO_TOKEN, 403);
      context.header('WWW-Authenticate', 'Basic realm="giveback", charset="UTF-8"');
      return show(
        context,
        plainPage('For the operator', 'This page asks for the operator\u2019s token.'),
        401,
      );
    });
}

const NO_TOKEN = plainPage(
  'No token was chosen',
  'These pages are for an operator, who is known by a token: giveback init makes one.',
);

function policyOf(path: string): Policy {
  if (path === '/queue' || path.startsWith('/queue/')) return 'queue';
  return path.endsWith('.svg') ? 'picture' : 'page';
}

async function surroundings({ store, killSwitch }: WebPorts, version: string): Promise<Surroundings> {
  const [held, dead] = [await store.listHeld(), await store.listDead()];
  return {
    version,
    isStopped: killSwitch.isOn(),
    counts: { moderation: held.length, dead: dead.length },
  };
}

/** Two changes and the space between them: what this service is about. */
const ICON =
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f55c4"/>
<path d="M9 11h14M9 21h14" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="20" cy="11" r="3.5" fill="#fff"/>
<circle cx="13" cy="21" r="3.5" fill="#fff"/></svg>`.markup;
