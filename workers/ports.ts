import type {
  EvaluationAnswer,
  EvaluationRequest,
  Watcher,
} from '../src/adapters/evaluator/child-evaluator.ts';
import type { ShareRequest } from '../src/adapters/evaluator/share-player.ts';
import type { Github } from '../src/adapters/forge/github.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Queue } from '../src/ports/queue.ts';
import type { Receivers } from '../src/ports/receiver.ts';
import type { Store } from '../src/ports/store.ts';
import type { PlayedPart } from '../src/replay/replay-claim.ts';
import type { ServiceSettings } from '../src/service/service-settings.ts';
import type { Settings } from '../src/settings.ts';
import type { Pace } from './pace.ts';
import type { StageTimes } from './stage-times.ts';

/** Everything a worker is handed; a test hands it other ends. */
export interface WorkerPorts {
  readonly store: Store;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly receivers: Receivers;
  readonly pace: Pace;
  readonly times: StageTimes;
  /** Null where we may not speak to GitHub. */
  readonly github: Github | null;
  readonly settings: Settings;
  readonly service: ServiceSettings;
  /** `watcher` is told how far it is, and may call it off. */
  evaluate(request: EvaluationRequest, watcher?: Watcher): Promise<EvaluationAnswer>;
  /** Names the code and the configuration that parts of replays are played by. */
  readonly playsAs: string;
  /** Plays parts of somebody else's evaluation. */
  playShare(request: ShareRequest, signal?: AbortSignal): Promise<readonly PlayedPart[]>;
  /** The address that a signature over these very bytes proves; null when nothing does. */
  provenSender(mail: Uint8Array): Promise<string | null>;
  /** A file of a kernel tree, at its head; null where it is not. */
  readTreeFile(directory: string, path: string): Promise<string | null>;
  /** Whether the kill switch is on. */
  isStopped(): boolean;
  /** Whether this process was asked to end. */
  isStopping(): boolean;
}

/** What a command needs: the store is changed, and the queue told of what is due at once. */
export type OrderPorts = Pick<WorkerPorts, 'store' | 'clock' | 'service' | 'settings'> & {
  readonly queue: Pick<Queue, 'add'>;
};
