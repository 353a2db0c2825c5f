import type { Machine } from '../machine.ts';

export interface DeviceTime {
  readonly deviceNs: number;
  /** Standard deviation / mean; 0 when not given. */
  readonly deviceCv?: number;
}

/** Access time of the next command: the k-th is the same in every run of a seed. Log-normal when it varies. */
export function deviceTime(machine: Machine, { deviceNs, deviceCv = 0 }: DeviceTime): () => number {
  if (deviceCv === 0) return () => deviceNs;
  const stream = machine.stream('storage', 'access');
  const sigma = Math.sqrt(Math.log(1 + deviceCv * deviceCv));
  let k = 0;
  return () => {
    k += 1;
    return Math.round(deviceNs * Math.exp(sigma * stream.normal(k) - (sigma * sigma) / 2));
  };
}
