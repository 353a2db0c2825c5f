import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { QUEUES } from '../../ports/queue.ts';
import { commandKey } from '../../service/job-keys.ts';
import { askingOf } from './asked.ts';
import { refusal, visitorOf } from './guard.ts';
import { Pace } from './pace.ts';
import type { WebPorts } from './web-ports.ts';

const ACTOR = 'the operator of the pages';

/** What was done; `to` is the page that shows it. */
interface Done {
  readonly isDone: boolean;
  readonly says: string;
  readonly to: string;
}

type Act = (parameters: Readonly<Record<string, string>>, ports: WebPorts) => Promise<Done>;

/** Everything that may be changed by the pages, each by a POST and by nothing else. */
const ACTIONS: Readonly<Record<string, Act>> = {
  '/evaluations/:key{v-[0-9a-f]{40}}/rerun': rerun,
  '/posts/:key{p-[0-9a-f]{40}}/release': async ({ key = '' }, { store, queue, clock }) => {
    const isDone = await store.release(key, clock());
    if (isDone) await queue.add({ queue: 'reply', key });
    return { isDone, says: 'released', to: '/moderation' };
  },
  '/posts/:key{p-[0-9a-f]{40}}/refuse': async ({ key = '' }, { store, clock }) => {
    const row = await store.findPost(key);
    const isDone = row?.state === 'held';
    if (isDone) await store.setAside(row, 'dropped', `${ACTOR} refused it`, clock());
    return { isDone, says: 'refused', to: '/moderation' };
  },
  '/tasks/:queue/:key{[a-z]-[0-9a-f]{40}}/redrive': async ({ queue: name, key = '' }, ports) => {
    const queue = QUEUES.find((one) => one === name);
    const isDone = queue !== undefined && (await ports.store.redrive({ queue, key }, ports.clock()));
    if (isDone) await ports.queue.forget({ queue, key });
    if (isDone) await ports.queue.add({ queue, key });
    return { isDone, says: 'tried again', to: '/gave-up' };
  },
  '/addresses/:key{a-[0-9a-f]{40}}/switch-on': async ({ key = '' }, { store, clock }) => {
    return { isDone: await store.switchOn(key, ACTOR, clock()), says: 'sent to again', to: '/gave-up' };
  },
  '/posting/stop': async (_, { killSwitch }) => {
    killSwitch.turn(true);
    return { isDone: true, says: 'nothing is posted any more', to: '/' };
  },
  '/posting/start': async (_, { killSwitch }) => {
    killSwitch.turn(false);
    return { isDone: true, says: 'posting goes on', to: '/' };
  },
};

export function addActions(app: Hono, ports: WebPorts): void {
  const recent = new Pace(ports.settings.actionsPerMinute, 60_000);
  for (const [path, act] of Object.entries(ACTIONS))
    app.post(path, (context) => perform(context, act, recent, ports));
}

async function perform(context: Context, act: Act, recent: Pace, ports: WebPorts): Promise<Response> {
  const visitor = visitorOf(askingOf(context), ports.settings);
  const { proof } = visitor === 'page' ? await context.req.parseBody() : { proof: '' };
  const refused = refusal(askingOf(context), visitor, String(proof ?? ''), ports.settings);
  if (refused?.status === 401) context.header('WWW-Authenticate', 'Basic realm="giveback", charset="UTF-8"');
  if (refused !== null) return context.text(`${refused.because}\n`, refused.status);
  const waitSeconds = recent.take(ports.clock());
  if (waitSeconds > 0) {
    context.header('Retry-After', String(waitSeconds));
    return context.text('too many at once\n', 429);
  }
  const done = await act(context.req.param(), ports);
  if (visitor === 'bearer')
    return context.json({ done: done.isDone, says: done.says }, done.isDone ? 200 : 409);
  return done.isDone ? context.redirect(done.to, 303) : context.text('there is nothing to do it to\n', 409);
}

/** One run more; who asked stands in the audit log like every command. */
async function rerun({ key = '' }: Readonly<Record<string, string>>, ports: WebPorts): Promise<Done> {
  const { store, queue, clock } = ports;
  const to = `/evaluations/${key}`;
  const stored = await store.findReport(key);
  const planned = stored === null ? null : await store.planRun(stored.thread, clock());
  if (planned === null) return { isDone: false, says: 'no thread has it', to };
  const { thread, run } = planned;
  const said = { verb: 'rerun', words: [], thread, actor: ACTOR, via: 'page', answer: `run ${run}` } as const;
  await store.takeCommand({ key: commandKey('page', randomUUID()), ...said }, clock());
  await queue.add({ queue: 'evaluate', key: planned.key });
  return { isDone: true, says: `run ${run} is planned`, to };
}
