import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { OUTCOMES, type Tally, VERDICTS } from '../../ports/dashboard-store.ts';
import { QUEUES } from '../../ports/queue.ts';
import { stageTimesText } from '../../service/stage-times.ts';
import { listening, type RunningWeb } from './start-web.ts';
import type { WebPorts } from './web-ports.ts';

/** Every value a label may have. None is ever taken from a mail, a list or an address. */
const STATES = {
  document: ['received', 'filed', 'dead'],
  evaluation: ['planned', 'done', 'dead', 'dropped'],
  outbox: ['planned', 'claimed', 'sent', 'settled', 'held', 'dropped'],
} as const;
const CHANNELS = ['directory', 'mail', 'comment', 'check-run'];
const JOB_STATES = ['waiting', 'active', 'dead'] as const;

/** What a monitor reads. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** The service as it is in the store at the time of asking; where the store fails, `giveback_up` is 0 and no more. */
export function serviceMetrics(ports: WebPorts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = countersOf(registry);
  const gauges = gaugesOf(registry);
  let queueSeenMs = ports.clock();
  const fill = async () => {
    const nowMs = ports.clock();
    gauges.stopped.set(ports.killSwitch.isOn() ? 1 : 0);
    if (await fillQueues(gauges, ports)) queueSeenMs = nowMs;
    gauges.queueSilence.set((nowMs - queueSeenMs) / 1_000);
    const tally = await within(ports.store.tally());
    gauges.up.set(tally === null ? 0 : 1);
    if (tally === null) return;
    fillCounters(counters, tally);
    fillGauges(gauges, tally, nowMs);
  };
  return {
    contentType: registry.contentType,
    async text() {
      await fill();
      const times = await within(ports.store.listStageTimes());
      return `${await registry.metrics()}${stageTimesText(times ?? new Map())}`;
    },
  };
}

function countersOf(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `giveback_${name}`, help, labelNames, registers: [registry] });
  return {
    reports: counter('reports_total', 'Reports made, by outcome of the series.', 'outcome'),
    verdicts: counter('verdict_reports_total', 'Reports that have a claim with this verdict.', 'verdict'),
    posts: counter('posts_total', 'Posts that left, by channel.', 'channel'),
    silences: counter('silences_total', 'Reasons written down for saying nothing or less.'),
    commands: counter('commands_total', 'Commands taken.'),
  };
}

function gaugesOf(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `giveback_${name}`, help, labelNames, registers: [registry] });
  return {
    up: gauge('up', 'The store answered.'),
    documents: gauge('documents', 'Mails and pull requests, by state.', 'state'),
    evaluations: gauge('evaluations', 'Evaluations, by state.', 'state'),
    outbox: gauge('outbox_items', 'Posts, by state.', 'state'),
    oldest: gauge('outbox_oldest_seconds', 'Age of the oldest post of a state.', 'state'),
    jobs: gauge('queue_jobs', 'Jobs in the queue.', 'queue', 'state'),
    queueSilence: gauge('queue_silent_seconds', 'Since the queue answered last.'),
    stopped: gauge('posting_stopped', '1 while nothing is posted.'),
  };
}

type Counters = ReturnType<typeof countersOf>;
type Gauges = ReturnType<typeof gaugesOf>;

/** A counter of ours is what the store has: set anew, not added to. */
function fillCounters(counters: Counters, tally: Tally): void {
  for (const counter of Object.values(counters)) counter.reset();
  for (const outcome of OUTCOMES) counters.reports.inc({ outcome }, tally.outcomes[outcome] ?? 0);
  for (const verdict of VERDICTS) counters.verdicts.inc({ verdict }, tally.verdicts[verdict] ?? 0);
  for (const channel of CHANNELS) counters.posts.inc({ channel }, tally.posts[channel] ?? 0);
  counters.silences.inc(tally.silences);
  counters.commands.inc(tally.commands);
}

function fillGauges(gauges: Gauges, { states, oldestPostMs }: Tally, nowMs: number): void {
  const count = (table: string, state: string) => states[`${table} ${state}`] ?? 0;
  for (const state of STATES.document) gauges.documents.set({ state }, count('document', state));
  for (const state of STATES.evaluation) gauges.evaluations.set({ state }, count('evaluation', state));
  for (const state of STATES.outbox) {
    gauges.outbox.set({ state }, count('outbox', state));
    gauges.oldest.set({ state }, Math.max(0, nowMs - (oldestPostMs[state] ?? nowMs)) / 1_000);
  }
}

/** False where the queue does not answer: its gauges keep what they had. */
async function fillQueues({ jobs }: Gauges, { queue }: WebPorts): Promise<boolean> {
  const counts = await within(queue.counts());
  if (counts === null) return false;
  for (const name of QUEUES)
    for (const state of JOB_STATES) jobs.set({ queue: name, state }, counts[name][state]);
  return true;
}

const ANSWER_MS = 5_000;

async function within<Value>(asked: Promise<Value>): Promise<Value | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, ANSWER_MS, null).unref();
  });
  return Promise.race([asked, late]).catch(() => null);
}

/** Serves them to this machine and to no other. */
export async function startMetrics(metrics: Metrics, port: number): Promise<RunningWeb> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.maxConnections = 10;
  return listening(server, '127.0.0.1', port);
}
