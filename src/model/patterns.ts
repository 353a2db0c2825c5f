import { dmaMapping } from './dma-mapping.ts';
import { hcdBh } from './hcd-bh.ts';
import { lockDropping } from './lock-dropping.ts';
import { moderation } from './moderation.ts';
import type { Pattern } from './pattern.ts';
import { threadedIrq } from './threaded-irq.ts';
import { urbQueueing } from './urb-queueing.ts';

/** Every kind of change the model can see in a diff. A new one is a file beside these and a line here. */
export const PATTERNS: readonly Pattern[] = [
  hcdBh,
  lockDropping,
  threadedIrq,
  dmaMapping,
  urbQueueing,
  moderation,
];
