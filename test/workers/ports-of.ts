import { readTreeFile } from '../../src/adapters/tree/read-tree-file.ts';
import type { Queue, Task } from '../../src/ports/queue.ts';
import type { Receivers } from '../../src/ports/receiver.ts';
import type { Store } from '../../src/ports/store.ts';
import type { ListPolicy } from '../../src/service/service-settings.ts';
import { readSettings } from '../../src/settings.ts';
import { readServiceSettings } from '../../src/settings-service.ts';
import { Pace } from '../../workers/pace.ts';
import type { WorkerPorts } from '../../workers/ports.ts';
import { StageTimes } from '../../workers/stage-times.ts';

/** A queue that keeps its tasks in a list: what moves them is tested where the real one is. */
export function listedQueue(): Queue & { readonly tasks: Task[] } {
  const tasks: Task[] = [];
  const none = { waiting: 0, active: 0, dead: 0 };
  return {
    tasks,
    add: async (task) => {
      tasks.push(task);
    },
    forget: async () => {},
    counts: async () => ({ ingest: none, evaluate: none, reply: none }),
    wasEmptied: async () => false,
    close: async () => {},
  };
}

export interface GivenPorts {
  readonly store: Store;
  readonly receivers?: Receivers;
  readonly clock?: () => number;
  readonly policy?: Partial<ListPolicy>;
  readonly provenSender?: WorkerPorts['provenSender'];
  readonly isStopped?: () => boolean;
  readonly evaluate?: WorkerPorts['evaluate'];
  readonly playShare?: WorkerPorts['playShare'];
}

/** Real settings and a real store; the list is called "usb". */
export function portsOf(given: GivenPorts): WorkerPorts & { readonly queue: ReturnType<typeof listedQueue> } {
  const service = readServiceSettings('');
  const usb = {
    stage: 'shadow',
    mute: false,
    address: null,
    embargoHours: 24,
    answerWithinDays: 36_500,
    operators: [],
    maintainers: [],
    writers: [],
    tree: null,
    subscriptions: [],
  } as const;
  return {
    store: given.store,
    queue: listedQueue(),
    clock: given.clock ?? Date.now,
    receivers: given.receivers ?? {},
    pace: new Pace(),
    times: new StageTimes(),
    github: null,
    settings: readSettings(),
    service: { ...service, lists: { usb: { ...usb, ...given.policy } } },
    evaluate: given.evaluate ?? (() => Promise.reject(new Error('nothing is evaluated here'))),
    playsAs: 'a version of the test',
    playShare: given.playShare ?? (() => Promise.reject(new Error('nothing is played here'))),
    provenSender: given.provenSender ?? (async () => null),
    readTreeFile,
    isStopped: given.isStopped ?? (() => false),
    isStopping: () => false,
  };
}
