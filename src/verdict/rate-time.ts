import type { Claim, Side } from '../claims/claim.ts';
import type { Finding } from '../claims/finding.ts';
import { productWithError, type Uncertain } from '../stats/ratio.ts';
import { halfUnit } from './stated.ts';
import type { VerdictSettings } from './verdict.ts';
import { figure, inAuthorsUnit, rounded } from './wording.ts';

/** One configuration's rate and time, and the bytes they come to. */
interface Row {
  readonly rateClaim: Claim;
  readonly timeClaim: Claim;
  readonly rate: Side;
  readonly time: Side;
  readonly bytes: Uncertain;
}

/**
 * Rate times time is the buffer that was moved, and the buffer is the same in every row of a mail. A row that stands
 * out by more than a factor and more than its ± is named, with the time that would close it.
 *
 * @returns  findings by the id of the time claim; none where there is nothing to compare a row with
 */
export function auditRateTime(
  claims: readonly Claim[],
  settings: VerdictSettings,
): ReadonlyMap<string, readonly Finding[]> {
  const rows = rowsOf(claims);
  const stated = rows.map(({ rateClaim, timeClaim }) => bufferOf(rateClaim) ?? bufferOf(timeClaim));
  const buffer = stated.find((bytes) => bytes !== null) ?? null;
  const found = new Map<string, readonly Finding[]>();
  for (const row of rows) {
    const others = rows.filter((other) => other !== row);
    const finding = rowFinding(row, others, { buffer, settings });
    if (finding !== null) found.set(row.timeClaim.id, [...(found.get(row.timeClaim.id) ?? []), finding]);
  }
  return found;
}

interface Comparison {
  /** What the text says of the buffer, in bytes. */
  readonly buffer: number | null;
  readonly settings: VerdictSettings;
}

/** A group with one rate and one time: the two speak of the same transfer. */
function rowsOf(claims: readonly Claim[]): readonly Row[] {
  const groups = new Set(claims.flatMap(({ group }) => (group === null ? [] : [group])));
  return [...groups].flatMap((group) => {
    const members = claims.filter((claim) => claim.group === group);
    const rates = members.filter(({ metric, baseUnit }) => metric === 'throughput' && baseUnit !== '1/s');
    const times = members.filter(({ metric, baseUnit }) => metric === 'time' && baseUnit === 's');
    const [rate, time] = [rates[0], times[0]];
    if (rate === undefined || time === undefined || rates.length > 1 || times.length > 1) return [];
    return [rowOf(rate, time, 'before'), rowOf(rate, time, 'after')].filter((row) => row !== null);
  });
}

function rowOf(rateClaim: Claim, timeClaim: Claim, end: 'before' | 'after'): Row | null {
  const [rate, time] = [rateClaim[end], timeClaim[end]];
  if (rate === null || time === null || !(rate.base > 0 && time.base > 0)) return null;
  const perByte = rateClaim.baseUnit === 'bit/s' ? 8 : 1;
  const bytesPerSec = uncertain(rate);
  const bytes = productWithError(
    { value: bytesPerSec.value / perByte, error: bytesPerSec.error / perByte },
    uncertain(time),
  );
  return { rateClaim, timeClaim, rate, time, bytes };
}

/** In base units, with the ± as written or else the rounding of the last digit. */
function uncertain(side: Side): Uncertain {
  const scale = side.base / side.value;
  return { value: side.base, error: Math.abs((side.error ?? halfUnit(side.value)) * scale) };
}

function bufferOf({ conditions }: Claim): number | null {
  return conditions.bufferBytes;
}

function rowFinding(row: Row, others: readonly Row[], { buffer, settings }: Comparison): Finding | null {
  const rest = others.map(({ bytes }) => bytes);
  const agreed = buffer ?? weightedMean(rest);
  if (agreed === null || !standsOut(row.bytes, agreed, settings)) return null;
  const agreeing = rest.filter((bytes) => !standsOut(bytes, agreed, settings));
  // With nothing beside it that agrees, either row may be the odd one.
  const isSure = buffer !== null || agreeing.length >= 2;
  return mismatch(row, { agreed, agreeing: agreeing.map(({ value }) => value), buffer, isSure });
}

/** The mean of the other rows, each weighed by its ±: the sharp rows decide. null without a row. */
function weightedMean(values: readonly Uncertain[]): number | null {
  const middle = values.map(({ value }) => value).sort((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) return null;
  const near = values.filter(({ value }) => value < 2 * middle && value > middle / 2);
  const weights = near.map(({ value, error }) => 1 / Math.max(error, value * SHARPEST) ** 2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return near.reduce((sum, { value }, index) => sum + value * (weights[index] ?? 0), 0) / total;
}

/** No figure counts as sharper than this, or one row printed with many digits would decide alone. */
const SHARPEST = 0.01;

function standsOut(bytes: Uncertain, agreed: number, settings: VerdictSettings): boolean {
  const factor = Math.max(bytes.value / agreed, agreed / bytes.value);
  const sigmas = Math.abs(bytes.value - agreed) / bytes.error;
  return factor >= settings.productFactorMin && sigmas >= settings.productSigmasMin;
}

interface Outcome {
  readonly agreed: number;
  readonly agreeing: readonly number[];
  readonly buffer: number | null;
  readonly isSure: boolean;
}

function mismatch(row: Row, { agreed, agreeing, buffer, isSure }: Outcome): Finding {
  const { rateClaim, timeClaim, rate, time, bytes } = row;
  const rateText = `${rate.value} ${rateClaim.unit}`;
  const perByte = rateClaim.baseUnit === 'bit/s' ? 8 : 1;
  const needed = inAuthorsUnit(timeClaim, (agreed * perByte) / rate.base);
  return {
    kind: 'rate-time-mismatch',
    severity: isSure ? 'error' : 'warning',
    text:
      `${rateText} × ${time.value} ${timeClaim.unit} is ${rounded(bytes.value, 3)} B${compared(agreeing, buffer)}; ` +
      `${rateText} gives ${rounded(needed, 3)} ${timeClaim.unit} ` +
      `(the mail has ${figure(time, timeClaim.unit)}). Is a digit too many, or another buffer meant?`,
    numbers: {
      bytes: bytes.value,
      agreedBytes: agreed,
      neededTime: needed,
      rate: rate.value,
      time: time.value,
    },
  };
}

function compared(agreeing: readonly number[], buffer: number | null): string {
  const rows = agreeing.map((bytes) => rounded(bytes, 4)).sort((a, b) => Number(a) - Number(b));
  const listed = rows.length === 0 ? '' : `, the other rows give ${rows.join(', ')} B`;
  return buffer === null ? listed : `${listed} (buffer ${buffer} B)`;
}
