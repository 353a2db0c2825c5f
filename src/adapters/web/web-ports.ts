import type { Clock } from '../../ports/clock.ts';
import type { DashboardStore } from '../../ports/dashboard-store.ts';
import type { Queue, QueueProbe } from '../../ports/queue.ts';
import type { Store } from '../../ports/store.ts';
import type { WebSettings } from '../../service/web-settings.ts';

/** What the pages are made of. They hold no means to send anything anywhere. */
export interface WebPorts {
  readonly store: Store & DashboardStore;
  readonly queue: Queue & QueueProbe;
  /** Where the service keeps what it has on disk. */
  readonly directory: string;
  readonly clock: Clock;
  readonly settings: WebSettings;
  /** Nothing is posted while it is on. */
  readonly killSwitch: KillSwitch;
}

export interface KillSwitch {
  isOn(): boolean;
  turn(isOn: boolean): void;
}
