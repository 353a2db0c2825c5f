import type { NamedPattern, Pattern, SimulatedPattern } from './pattern.ts';
import { bhWorkqueue } from './patterns/bh-workqueue.ts';
import { byteQueueLimits } from './patterns/byte-queue-limits.ts';
import { commandSize } from './patterns/command-size.ts';
import { copyAvoided } from './patterns/copy-avoided.ts';
import { deviceInterrupts } from './patterns/device-interrupts.ts';
import { dmaMapping } from './patterns/dma-mapping.ts';
import { dmaMode } from './patterns/dma-mode.ts';
import { dmaSync } from './patterns/dma-sync.ts';
import { eventBlocking } from './patterns/event-blocking.ts';
import { fifoBurst } from './patterns/fifo-burst.ts';
import { gadgetQueueSpeed } from './patterns/gadget-queue-speed.ts';
import { gadgetBufferSize, gadgetQueues } from './patterns/gadget-queues.ts';
import { gadgetThrottling } from './patterns/gadget-throttling.ts';
import { gfpFlags } from './patterns/gfp-flags.ts';
import { givebackLoop } from './patterns/giveback-loop.ts';
import { givebackOrder } from './patterns/giveback-order.ts';
import { hcdBh } from './patterns/hcd-bh.ts';
import { headerCopy } from './patterns/header-copy.ts';
import { hotPath } from './patterns/hot-path.ts';
import { inlineCompletion } from './patterns/inline-completion.ts';
import { irqThreads } from './patterns/irq-threads.ts';
import { irqThreshold } from './patterns/irq-threshold.ts';
import { irqsOffComplete } from './patterns/irqs-off-complete.ts';
import { irqsave } from './patterns/irqsave.ts';
import { lockDropping } from './patterns/lock-dropping.ts';
import { moderation } from './patterns/moderation.ts';
import { napi } from './patterns/napi.ts';
import { netdevFeatures } from './patterns/netdev-features.ts';
import { noInterrupt } from './patterns/no-interrupt.ts';
import { packetBatching } from './patterns/packet-batching.ts';
import { polling } from './patterns/polling.ts';
import { powerSaving } from './patterns/power-saving.ts';
import { storageQuirk } from './patterns/storage-quirk.ts';
import { taskletPriority } from './patterns/tasklet-priority.ts';
import { taskletToWorkqueue } from './patterns/tasklet-to-workqueue.ts';
import { threadedIrq } from './patterns/threaded-irq.ts';
import { transmitQueue } from './patterns/transmit-queue.ts';
import { urbCount } from './patterns/urb-count.ts';
import { urbQueueing } from './patterns/urb-queueing.ts';
import { urbSize } from './patterns/urb-size.ts';

/**
 * Every kind of change the model knows, by its number in usb-model, section 5. A new one is a file in patterns/ and a line
 * here: with a `find` when the model has a parameter for it, with a `findNamed` and a reason when it has none.
 */
export const PATTERNS: readonly Pattern[] = [
  hcdBh,
  lockDropping,
  threadedIrq,
  irqThreads,
  bhWorkqueue,
  taskletToWorkqueue,
  inlineCompletion,
  taskletPriority,
  dmaMapping,
  dmaSync,
  urbCount,
  urbSize,
  urbQueueing,
  byteQueueLimits,
  gfpFlags,
  moderation,
  deviceInterrupts,
  irqThreshold,
  commandSize,
  storageQuirk,
  napi,
  netdevFeatures,
  eventBlocking,
  noInterrupt,
  irqsave,
  irqsOffComplete,
  givebackLoop,
  givebackOrder,
  polling,
  powerSaving,
  fifoBurst,
  hotPath,
  transmitQueue,
  packetBatching,
  copyAvoided,
  dmaMode,
  headerCopy,
  gadgetQueues,
  gadgetQueueSpeed,
  gadgetBufferSize,
  gadgetThrottling,
];

/** Those that the simulator can play. */
export const SIMULATED_PATTERNS: readonly SimulatedPattern[] = PATTERNS.filter((one) => 'find' in one);

/** Those that are only told. */
export const NAMED_PATTERNS: readonly NamedPattern[] = PATTERNS.filter((one) => 'findNamed' in one);
