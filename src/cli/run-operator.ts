import { openStore } from '../adapters/store/open-store.ts';
import { QUEUES } from '../ports/queue.ts';
import type { Store } from '../ports/store.ts';
import { addressKey } from '../service/job-keys.ts';
import { ExitCode } from './exit-code.ts';
import type { OperatorVerb } from './operator-commands.ts';
import { complain, harmless, writeResult } from './output.ts';
import { servicePlace } from './service-place.ts';

/** What a command did, in one line; `isDone` is false when there was nothing to do it to. */
interface Done {
  readonly isDone: boolean;
  readonly says: string;
}

interface Order {
  /** The post or the task. */
  readonly subject: string;
  readonly store: Store;
}

/** `giveback release | mark-sent | resend | redrive | switch-on`: one change in the store, done when it returns. */
export async function runOperator(
  verb: OperatorVerb,
  subject: string,
  data: string | undefined,
): Promise<ExitCode> {
  const store = await openStore(servicePlace(data).database);
  try {
    const { isDone, says } = await ORDERS[verb]({ subject, store });
    if (isDone) writeResult(`${harmless(says)}\n`, undefined);
    else complain(subject, says);
    return isDone ? ExitCode.evaluated : ExitCode.nothingToEvaluate;
  } finally {
    await store.close();
  }
}

const ORDERS: Readonly<Record<OperatorVerb, (order: Order) => Promise<Done>>> = {
  release,
  'mark-sent': (order) => decide(order, 'sent'),
  resend: (order) => decide(order, 'not sent'),
  redrive,
  'switch-on': switchOn,
};

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

async function redrive({ store, subject }: Order): Promise<Done> {
  const [name = '', key = ''] = subject.split(':');
  const queue = QUEUES.find((one) => one === name);
  const isBack = queue !== undefined && (await store.redrive({ queue, key }, Date.now()));
  return isBack ? done(`${subject} is tried again`) : failed('no task of that name gave up');
}

async function switchOn({ store, subject }: Order): Promise<Done> {
  const isOn = await store.switchOn(addressKey(subject), 'an operator', Date.now());
  return isOn ? done(`${subject} gets mail again`) : failed('no address of that name is switched off');
}

const done = (says: string): Done => ({ isDone: true, says });
const failed = (says: string): Done => ({ isDone: false, says });
