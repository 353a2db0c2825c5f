import type { Hcd } from '../model/hcd.ts';
import { storagePhasesNs } from './closed-form.ts';
import type { Setting } from './scene.ts';
import { completionNs, givebackNs, interruptNs } from './urb-path.ts';

/**
 * Mean time of a Bulk-Only device's URBs from the event on the bus to the end of complete(), nanoseconds: what the
 * controller's moderation makes each of the three wait, the interrupt, and the giveback.
 */
export function meanUrbLatencyNs(setting: Setting, hcd: Hcd): number {
  const phases = storagePhasesNs(setting, hcd);
  const waits = phases.map((phaseNs) => Math.max(0, hcd.irq.moderationNs - phaseNs));
  const waitNs = waits.reduce((sum, each) => sum + each, 0) / phases.length;
  const pathNs = interruptNs(setting, hcd) + givebackNs(setting, hcd) + completionNs(setting, hcd);
  return waitNs + pathNs - afterCompleteNs(setting, hcd);
}

/** The part of the path that comes after complete(): the last lock, and, when the handler calls it, what that does yet. */
function afterCompleteNs({ costs }: Setting, { hcdBh, giveback, irq }: Hcd): number {
  if (hcdBh || giveback.context === 'workqueue') return costs.lockNs;
  const leavingNs = irq.type === 'hard' ? costs.irqNs : costs.irqThreadNs;
  return costs.lockNs + costs.mmioWriteNs + leavingNs / 2;
}
