import type { Claim } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import type { ClaimLimit } from '../report.ts';
import type { Limits } from './limits.ts';
import { findLink, wordsOf } from './link.ts';
import { figure, inAuthorsUnit, rounded, sidesOf } from './wording.ts';

/** A figure in bytes above every ceiling that would fit as bits: MB for Mbit. Asked about, beside the limit itself. */
export function auditBitsForBytes(claim: Claim, beyond: ClaimLimit | null): readonly Finding[] {
  if (beyond === null || claim.baseUnit !== 'B/s' || beyond.ratio / 8 > 1) return [];
  const value = inAuthorsUnit(claim, beyond.ratio * beyond.base);
  const ceiling = inAuthorsUnit(claim, beyond.base);
  return [
    {
      kind: 'unit-slip',
      severity: 'warning',
      text:
        `${rounded(value, 6)} ${claim.unit} is more than ${beyond.name} carries ` +
        `(${rounded(ceiling, 6)} ${claim.unit}); as many bits would fit. Bits or bytes?`,
      numbers: { value, ceiling },
    },
  ];
}

/**
 * Uncompressed video has a rate that its size, format and frames a second give. A figure in MB/s that is this rate in
 * MiB/s was computed with 1,048,576.
 */
export function auditMebibytes(claim: Claim, limits: Limits): readonly Finding[] {
  const { video } = findLink(claim, limits);
  const framesPerSec = /(\d{1,3}(?:\.\d{1,3})?) {0,2}fps/.exec(wordsOf(claim))?.[1];
  if (claim.metric !== 'throughput' || claim.baseUnit !== 'B/s' || claim.unit.includes('i')) return [];
  if (video === null || framesPerSec === undefined) return [];
  const bytesPerSec = video.pixels * video.format.bytesPerPixel * Number(framesPerSec);
  const side = sidesOf(claim).find(
    ({ base }) => isNear(base * MEBI, bytesPerSec) && !isNear(base, bytesPerSec),
  );
  if (side === undefined) return [];
  const inUnit = inAuthorsUnit(claim, bytesPerSec);
  return [
    {
      kind: 'unit-slip',
      severity: 'info',
      text:
        `${figure(side, claim.unit)} is the rate of this picture in MiB/s; with 1 MB = 1,000,000 bytes it is ` +
        `${rounded(inUnit, 4)} ${claim.unit}.`,
      numbers: { value: side.value, rate: inUnit },
    },
  ];
}

const MEBI = 1.048576;

function isNear(one: number, two: number): boolean {
  return Math.abs(one / two - 1) < 0.01;
}
