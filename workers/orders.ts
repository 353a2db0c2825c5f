import type { Asked } from '../src/ports/evaluation-store.ts';
import { NotUnderstood, readAssumptions, readBase } from '../src/service/asked.ts';
import { answerLines } from '../src/service/command-answer.ts';
import { COMMENT_PREFIX, type CommandVerb, MAIL_PREFIX } from '../src/service/commands.ts';
import { treeOf } from '../src/service/service-settings.ts';
import { ASSUMABLE } from '../src/settings/assumed.ts';
import type { Obeyed, Order } from './order.ts';
import type { OrderPorts } from './ports.ts';
import { publish } from './publish.ts';
import { withdrawLines } from './withdraw.ts';

type Obey = (order: Order, ports: OrderPorts) => Promise<Obeyed>;

/** What each command does. Doing it twice is harmless. */
export const ORDERS: Readonly<Record<CommandVerb, Obey>> = {
  rerun: async ({ thread }, { store, clock }) => started(await store.planRun(thread, clock())),
  assume: async (order, ports) =>
    second(order, ports, { assume: readAssumptions(order.command.words, ASSUMABLE) }),
  base: async (order, ports) => {
    const base = readBase(order.command.words, Object.keys(ports.service.trees));
    return second(order, ports, { base });
  },
  depends: async (order, ports) => {
    const depends = (order.command.words[0] ?? '').replace(/^</, '').replace(/>$/, '');
    if ((await ports.store.findThread(depends)) === null)
      throw new NotUnderstood('no mail of that name came');
    if (treeOf(ports.service, order.list) === null)
      throw new NotUnderstood('this list has no tree to lay that series on');
    return second(order, ports, { depends });
  },
  cancel: async ({ thread, by }, { store, clock }) => {
    const count = await store.cancelThread(thread, `cancelled by ${by}`, clock());
    return { did: 'done', says: count === 0 ? ['Nothing waited.'] : [] };
  },
  stop: async ({ thread, by }, { store, clock }) => {
    await store.mute(thread, by, clock());
    return QUIETLY;
  },
  start: async ({ thread, by }, { store, clock }) => {
    await store.unmute(thread, by, clock());
    return QUIETLY;
  },
  'stop list': async ({ list, by }, { store, clock }) => {
    await store.mute(list, by, clock());
    return QUIETLY;
  },
  'start list': async ({ list, by }, { store, clock }) => {
    await store.unmute(list, by, clock());
    return QUIETLY;
  },
  publish,
  dispute: async () => QUIETLY,
  withdraw: withdrawLines,
  explain: answer,
  'why-silent': answer,
  help: answer,
};

const QUIETLY: Obeyed = { did: 'done', says: [] };

function started(planned: object | null): Obeyed {
  return { did: planned === null ? 'waits' : 'started', says: [] };
}

async function second(
  { thread, by, reply }: Order,
  { store, clock }: OrderPorts,
  on: Partial<Asked>,
): Promise<Obeyed> {
  const asked: Asked = { by, assume: {}, base: null, depends: null, reply, ...on };
  return started(await store.planRun(thread, clock(), asked));
}

async function answer({ command, thread, reply }: Order, { store }: OrderPorts): Promise<Obeyed> {
  const facts = { report: await store.latestReport(thread), silences: await store.listSilences(thread) };
  const prefix = reply?.kind === 'mail' ? MAIL_PREFIX : COMMENT_PREFIX;
  return { did: 'done', says: answerLines(command, facts, prefix) };
}
