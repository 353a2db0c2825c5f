/**
 * A source of noise without a state: the k-th number depends on (seed, entity, purpose, k) and nothing else, so the
 * k-th command finds the same device in the run before and the run after, whatever happened in between.
 */
export interface Stream {
  /** Uniform in [0, 1), 53 bits. */
  uniform(k: number): number;
  /** Exponential with mean 1. */
  exponential(k: number): number;
  /** Normal with mean 0 and variance 1. */
  normal(k: number): number;
  /**
   * Uniform in [0, 1) and evenly spread: any n consecutive numbers fill the interval about equally.
   * For phases, where only the mean matters and plain noise would be paid for with longer runs.
   */
  phase(k: number): number;
}

const GOLDEN_RATIO_FRACTION = 0.6180339887498949;

export function streamOf(seed: number, entity: string, purpose: string): Stream {
  const key = hashText(`${seed}/${entity}/${purpose}`);
  const uniform = (k: number): number => {
    const high = mix(k, key) >>> 5;
    const low = mix(k, key ^ 0x5bf03635) >>> 6;
    return (high * 67_108_864 + low) / 9_007_199_254_740_992;
  };
  const start = uniform(0);
  return {
    uniform,
    exponential: (k) => -Math.log(1 - uniform(k)),
    normal: (k) => Math.sqrt(-2 * Math.log(1 - uniform(2 * k))) * Math.cos(2 * Math.PI * uniform(2 * k + 1)),
    phase: (k) => (start + k * GOLDEN_RATIO_FRACTION) % 1,
  };
}

/** Two rounds of a 32-bit finaliser, so that neighbouring k and neighbouring keys have nothing in common. */
function mix(k: number, key: number): number {
  return finalise(finalise((k ^ key) | 0) + Math.imul(key, 0x9e3779b1) + Math.floor(k / 2 ** 32));
}

/** Source: C. Wellons, "Prospecting for hash functions", the lowest-bias 32-bit multiply-xorshift found. */
function finalise(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0xd35a2d97);
  return hash ^ (hash >>> 15);
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = finalise(Math.imul(hash ^ text.charCodeAt(index), 0x01000193));
  }
  return hash;
}
