import { bandwidthChurn } from './hazards/bandwidth-churn.ts';
import { dmaBuffer } from './hazards/dma-buffer.ts';
import type { HazardCheck, HazardScene } from './hazards/hazard-check.ts';
import { irqUnsafeLock } from './hazards/irq-unsafe-lock.ts';
import { irqsOnComplete } from './hazards/irqs-on-complete.ts';
import { ksoftirqdGiveback } from './hazards/ksoftirqd-giveback.ts';
import { latencyInversion } from './hazards/latency-inversion.ts';
import { listIteration } from './hazards/list-iteration.ts';
import { lockOrder } from './hazards/lock-order.ts';
import { missingOneshot } from './hazards/missing-oneshot.ts';
import { missingTeardown } from './hazards/missing-teardown.ts';
import { pointlessDrop } from './hazards/pointless-drop.ts';
import { selfDeadlock } from './hazards/self-deadlock.ts';
import { sleepInAtomic } from './hazards/sleep-in-atomic.ts';
import { stalePointer } from './hazards/stale-pointer.ts';
import type { Hazard } from './hcd.ts';

/** Every hazard that is looked for. A new one is a file in hazards/ and a line here. Source: usb-model, section 5 */
export const HAZARD_CHECKS: readonly HazardCheck[] = [
  selfDeadlock,
  pointlessDrop,
  irqUnsafeLock,
  lockOrder,
  listIteration,
  stalePointer,
  sleepInAtomic,
  irqsOnComplete,
  bandwidthChurn,
  missingOneshot,
  dmaBuffer,
  latencyInversion,
  ksoftirqdGiveback,
  missingTeardown,
];

/** What a patch can make of a driver is bounded: a report holds no more hazards. */
const HAZARDS_MAX = 20;

/** The hazards that a series brings about, errors and warnings in the order of the list above. */
export function findHazards(scene: HazardScene): Hazard[] {
  return HAZARD_CHECKS.flatMap(({ find }) => find(scene)).slice(0, HAZARDS_MAX);
}
