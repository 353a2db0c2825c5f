import type { Claim } from '../claims/claim.ts';
import { statisticOf } from './statistic.ts';
import type { NoisyMetric, Prior, VerdictSettings } from './verdict.ts';

/** What the claimed quantity scatters from run to run: by its workload, or by its kind where that scatters more. */
export function scatterOf(claim: Claim, { noise }: Pick<VerdictSettings, 'noise'>): Prior {
  const ofWork = noise.cvPercent[claim.workload];
  const kind = kindOf(claim);
  const ofKind = kind === null ? ofWork : noise.cvPercentOf[kind];
  return ofKind.value > ofWork.value ? ofKind : ofWork;
}

const TAIL_FROM = 99;

function kindOf(claim: Claim): NoisyMetric | null {
  switch (claim.metric) {
    case 'latency':
      return (statisticOf(claim).percentile ?? 0) >= TAIL_FROM ? 'tail' : 'latency';
    case 'time':
      return (statisticOf(claim).percentile ?? 0) >= TAIL_FROM ? 'tail' : null;
    case 'cpu-load':
    case 'irq-rate':
    case 'context-switch-rate':
    case 'loss':
      return claim.metric;
    default:
      return null;
  }
}
