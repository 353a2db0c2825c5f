import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { openStore } from '../adapters/store/open-store.ts';
import { QUEUES, type Store } from '../ports.ts';
import { readSettings } from '../settings.ts';
import { ExitCode } from './exit-code.ts';
import type { OperatorVerb } from './operator-commands.ts';
import { complain, harmless, writeResult } from './output.ts';
import { readThread } from './read-thread.ts';
import { type ServicePlace, servicePlace } from './service-place.ts';

/** What a command did, in one line; `isDone` is false when there was nothing to do it to. */
interface Done {
  readonly isDone: boolean;
  readonly says: string;
}

interface Order {
  /** What the command is about; empty where it is about everything. */
  readonly subject: string;
  readonly store: Store;
  readonly place: ServicePlace;
}

/** `giveback rerun | why-silent | release | redrive | stop | start`: one change in the store, done when it returns. */
export async function runOperator(
  verb: OperatorVerb,
  subject: string | null,
  data: string | undefined,
): Promise<ExitCode> {
  const place = servicePlace(data);
  const store = await openStore(place.database);
  try {
    const { isDone, says } = await ORDERS[verb]({ subject: subject ?? '', store, place });
    if (isDone) writeResult(`${harmless(says)}\n`, undefined);
    else complain(subject ?? verb, says);
    return isDone ? ExitCode.evaluated : ExitCode.nothingToEvaluate;
  } finally {
    await store.close();
  }
}

const ORDERS: Readonly<Record<OperatorVerb, (order: Order) => Promise<Done>>> = {
  rerun,
  'why-silent': whySilent,
  release,
  'mark-sent': (order) => decide(order, 'sent'),
  resend: (order) => decide(order, 'not sent'),
  cancel,
  redrive,
  stop,
  start,
};

const OPERATOR = 'an operator';

async function rerun(order: Order): Promise<Done> {
  const thread = await threadOf(order);
  const planned = thread === null ? null : await order.store.planRun(thread, Date.now());
  if (planned === null) return UNKNOWN_THREAD;
  return done(`run ${planned.run} of ${planned.thread} is planned`);
}

async function whySilent(order: Order): Promise<Done> {
  const thread = await threadOf(order);
  if (thread === null) return UNKNOWN_THREAD;
  const reasons = await order.store.listSilences(thread);
  return done(reasons.length === 0 ? 'it was answered, or not judged yet' : [...new Set(reasons)].join('\n'));
}

async function release({ store, subject }: Order): Promise<Done> {
  const isReleased = await store.release(subject, Date.now());
  return isReleased
    ? done(`${subject} is on its way`)
    : failed('no post of that name waits for an operator, or it may have left already');
}

async function decide({ store, subject }: Order, found: 'sent' | 'not sent'): Promise<Done> {
  const isDecided = await store.decideHeld(subject, found, Date.now());
  return isDecided
    ? done(`${subject} counts as ${found}`)
    : failed('no held post of that name was ever tried');
}

async function cancel(order: Order): Promise<Done> {
  const thread = await threadOf(order);
  if (thread === null) return UNKNOWN_THREAD;
  const count = await order.store.cancelThread(thread, `cancelled by ${OPERATOR}`, Date.now());
  return done(`${count} tasks and posts of ${thread} are dropped`);
}

async function redrive({ store, subject }: Order): Promise<Done> {
  const [name = '', key = ''] = subject.split(':');
  const queue = QUEUES.find((one) => one === name);
  const isBack = queue !== undefined && (await store.redrive({ queue, key }, Date.now()));
  return isBack ? done(`${subject} is tried again`) : failed('no task of that name gave up');
}

async function stop(order: Order): Promise<Done> {
  if (order.subject === '') {
    writeFileSync(order.place.killSwitch, 'Nothing is posted while this file is here.\n');
    return done('nothing is posted any more');
  }
  const thread = await threadOf(order);
  if (thread === null) return UNKNOWN_THREAD;
  await order.store.mute(thread, OPERATOR, Date.now());
  return done(`nothing is posted in ${thread} any more`);
}

async function start(order: Order): Promise<Done> {
  if (order.subject === '') {
    rmSync(order.place.killSwitch, { force: true });
    return done('posting goes on, as far as each list allows');
  }
  const thread = await threadOf(order);
  if (thread === null) return UNKNOWN_THREAD;
  await order.store.unmute(thread, OPERATOR, Date.now());
  return done(`${thread} may be answered again`);
}

/** The thread of a Message-ID, with or without angle brackets, or of a file that holds one of its mails. */
async function threadOf({ subject, store }: Order): Promise<string | null> {
  const known = await store.findThread(subject.replace(/^</, '').replace(/>$/, ''));
  if (known !== null || !existsSync(subject)) return known;
  const { letters } = await readThread(subject, readSettings());
  for (const { messageId } of letters) {
    const thread = messageId === null ? null : await store.findThread(messageId);
    if (thread !== null) return thread;
  }
  return null;
}

const done = (says: string): Done => ({ isDone: true, says });
const failed = (says: string): Done => ({ isDone: false, says });
const UNKNOWN_THREAD = failed('no thread of the service has it');
