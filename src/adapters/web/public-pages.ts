import type { Context, Hono } from 'hono';
import { composeCharts } from '../../reply/compose-charts.ts';
import { jsonText } from '../../reply/json-text.ts';
import { evaluationKey } from '../../service/job-keys.ts';
import { progressWords } from '../../service/progress-words.ts';
import type { Show } from './asked.ts';
import { evaluationPage } from './evaluation-page.ts';
import { plainPage, silencePage } from './ledger-pages.ts';
import { listPage } from './list-page.ts';
import { addressOf, readListAsking, reportQueryOf } from './list-query.ts';
import type { WebPorts } from './web-ports.ts';

/** Keys are a prefix and a hash: nothing else is looked up, and no part of an address is ever a path. */
const EVALUATION = '/evaluations/:key{v-[0-9a-f]{40}}';
const MAIL = '/mails/:key{d-[0-9a-f]{40}}';

/** What everybody may read who can reach the server: it is about mails that are public. */
export function addPublicPages(app: Hono, ports: WebPorts, show: Show): void {
  app.get('/', (context) => showList(context, ports, show));
  app.get('/silence', (context) => showSilence(context, ports, show));
  app.get(EVALUATION, (context) => showEvaluation(context, ports, show));
  app.get(`${EVALUATION}/report.json`, async (context) => {
    const stored = await ports.store.findReport(context.req.param('key'));
    return stored === null ? context.notFound() : context.json(JSON.parse(jsonText(stored.report)));
  });
  app.get(`${EVALUATION}/charts/:name{[a-z0-9-]{1,40}\\.svg}`, async (context) => {
    const stored = await ports.store.findReport(context.req.param('key'));
    const charts = stored === null ? [] : composeCharts(stored.report);
    const chart = charts.find(({ name }) => `${name}.svg` === context.req.param('name'));
    if (chart === undefined) return context.notFound();
    return context.body(chart.svg, 200, { 'Content-Type': 'image/svg+xml' });
  });
  app.get(MAIL, (context) => giveMail(context, context.req.param('key'), ports));
}

async function showList(context: Context, ports: WebPorts, show: Show): Promise<Response> {
  const { store, settings } = ports;
  const asking = readListAsking(new URL(context.req.url).searchParams);
  const query = reportQueryOf(asking, settings.rowsPerPage);
  const { entries, total } = await store.searchReports(query);
  const choices = await store.listChoices();
  if (asking.live) context.header('Refresh', `${settings.refreshSeconds};url=${addressOf(asking)}`);
  return show(
    context,
    listPage({ asking, query, entries, total, choices, progress: await progressOf(ports) }),
  );
}

/** Whoever has told nothing for so long is gone. */
const RUNNING_MS = 900_000;

/** What is under way, told by the store: the queue may be away. */
async function progressOf({ store, clock }: WebPorts): Promise<string> {
  const nowMs = clock();
  const running = await store.listProgress(nowMs - RUNNING_MS);
  const counts = await store.countStates();
  const count = (name: string) => counts[name] ?? 0;
  const parts = [
    [count('document received'), 'mails to read'],
    [count('evaluation planned'), 'threads to judge'],
    [count('outbox planned') + count('outbox claimed'), 'posts on their way'],
  ] as const;
  const shown = parts.filter(([number]) => number > 0).map(([number, says]) => `${number} ${says}`);
  const told = running.map((one) => ` On ${one.list}: ${progressWords(one, nowMs)}.`).join('');
  return `${shown.length === 0 ? 'Nothing waits.' : `Under way: ${shown.join(', ')}.`}${told}`;
}

async function showEvaluation(context: Context, ports: WebPorts, show: Show): Promise<Response> {
  const { store, settings } = ports;
  const stored = await store.findReport(context.req.param('key') ?? '');
  if (stored === null)
    return show(context, plainPage('Not here', 'There is no evaluation of this name.'), 404);
  const { thread } = stored;
  const runs = await store.listRuns(thread);
  const next = (runs[0]?.run ?? stored.run) + 1;
  const waiting = await store.findEvaluation(evaluationKey(thread, next));
  const page = evaluationPage({
    ...{ stored, runs, settings, letters: await store.listLetters(thread) },
    silences: await store.listSilences(thread),
    waitingRun: waiting?.state === 'planned' ? next : null,
  });
  return show(context, page);
}

async function showSilence(context: Context, { store, settings }: WebPorts, show: Show): Promise<Response> {
  const { page } = readListAsking(new URL(context.req.url).searchParams);
  const rows = settings.rowsPerPage;
  const entries = await store.listSilenceEntries(rows + 1, (page - 1) * rows);
  return show(context, silencePage(entries.slice(0, rows), page, entries.length > rows));
}

/** The bytes as they came, to be kept and not shown: a browser must not find a page in them. */
async function giveMail(context: Context, key: string, { store }: WebPorts): Promise<Response> {
  const document = await store.findDocument(key);
  if (document === null) return context.notFound();
  return context.body(Uint8Array.from(document.bytes), 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': `attachment; filename="${key}.eml.txt"`,
  });
}
