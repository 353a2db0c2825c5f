import type { EvaluationAnswer, EvaluationRequest } from '../src/adapters/evaluator/child-evaluator.ts';
import type { Github } from '../src/adapters/forge/github.ts';
import type { Clock, Queue, Receivers, Store } from '../src/ports.ts';
import type { ServiceSettings } from '../src/service/service-settings.ts';
import type { Settings } from '../src/settings.ts';
import type { Pace } from './pace.ts';

/** Everything a worker is handed; a test hands it other ends. */
export interface WorkerPorts {
  readonly store: Store;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly receivers: Receivers;
  readonly pace: Pace;
  /** Null where we may not speak to GitHub. */
  readonly github: Github | null;
  readonly settings: Settings;
  readonly service: ServiceSettings;
  evaluate(request: EvaluationRequest): Promise<EvaluationAnswer>;
  /** The address that a signature over these very bytes proves; null when nothing does. */
  provenSender(mail: Uint8Array): Promise<string | null>;
  /** Whether the kill switch is on. */
  isStopped(): boolean;
  /** Whether this process was asked to end. */
  isStopping(): boolean;
}

/** What a command needs: the store is changed, and the queue told of what is due at once. */
export type OrderPorts = Pick<WorkerPorts, 'store' | 'clock' | 'service'> & {
  readonly queue: Pick<Queue, 'add'>;
};
