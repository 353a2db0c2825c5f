import type { BaseUnit } from './base-unit.ts';

/** What one spelling means: `value * factor` is the amount in `base`. */
export interface UnitSpelling {
  readonly base: BaseUnit;
  readonly factor: number;
}

/**
 * Decimal prefixes are powers of 1000 and binary ones (Ki, Mi, Gi) powers of 1024, whatever a tool meant by them:
 * what it meant is a matter for the audit. A lower-case m before a bit or byte is mega, since nobody sends
 * thousandths of bits; the author's spelling is kept beside the value.
 */
const PREFIXES: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  K: 1e3,
  m: 1e6,
  M: 1e6,
  g: 1e9,
  G: 1e9,
  T: 1e12,
  Ki: 1024,
  ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
};

/** B is a byte and b a bit; the words decide by themselves, whatever their first letter. */
const BYTES = ['B', 'Byte', 'Bytes', 'byte', 'bytes'];
const BITS = ['b', 'bit', 'bits', 'Bit', 'Bits'];
const PER_SECOND = ['/s', '/sec', '/S', '/second', 'ps'];

const TIMES: Readonly<Record<string, readonly string[]>> = {
  '1': ['s', 'sec', 'secs', 'second', 'seconds', 'Sec'],
  '1e-3': ['ms', 'msec', 'msecs', 'mS', 'millisecond', 'milliseconds'],
  // U+00B5 (micro sign) and U+03BC (Greek mu) look the same and are both in use.
  '1e-6': [
    'us',
    'usec',
    'usecs',
    'uS',
    '\u00b5s',
    '\u03bcs',
    '\u00b5sec',
    '\u03bcsec',
    'microsecond',
    'microseconds',
  ],
  '1e-9': ['ns', 'nsec', 'nsecs', 'nS', 'nanosecond', 'nanoseconds'],
  '60': ['min', 'mins', 'minute', 'minutes'],
};

/** Events that are counted per second; the prefixes k and M are spelled out where people write them. */
const EVENTS = [
  'irq',
  'irqs',
  'IRQ',
  'IRQs',
  'interrupt',
  'interrupts',
  'int',
  'ints',
  'packet',
  'packets',
  'pkt',
  'pkts',
  'frame',
  'frames',
  'req',
  'reqs',
  'request',
  'requests',
  'op',
  'ops',
  'IO',
  'IOs',
  'transaction',
  'transactions',
  'switch',
  'switches',
  'event',
  'events',
  'URB',
  'URBs',
  'urb',
  'urbs',
  'error',
  'errors',
  'cs',
  'trans',
  'wakeups',
  'polls',
  'loops',
  'iterations',
  'calls',
  'messages',
  'msgs',
  'samples',
  'txn',
  'queries',
];

const EVENT_RATES: Readonly<Record<string, number>> = {
  IOPS: 1,
  iops: 1,
  IOps: 1,
  kIOPS: 1e3,
  KIOPS: 1e3,
  MIOPS: 1e6,
  pps: 1,
  kpps: 1e3,
  Kpps: 1e3,
  Mpps: 1e6,
  mpps: 1e6,
  fps: 1,
  FPS: 1,
  tps: 1,
  TPS: 1,
  rps: 1,
  Hz: 1,
  kHz: 1e3,
  KHz: 1e3,
  MHz: 1e6,
  Mhz: 1e6,
  mhz: 1e6,
  GHz: 1e9,
  Ghz: 1e9,
};

/** Plain counts of things a measurement reports; their base is a bare number. */
const COUNTS = [
  'x',
  'X',
  'times',
  'IRQs',
  'irqs',
  'interrupts',
  'retransmits',
  'retries',
  'cycles',
  'instructions',
  'switches',
  'errors',
  'drops',
  'packets',
  'frames',
];

/** Every spelling that is understood, in the author's case: MB is eight times Mb, so case is never folded. */
export const UNIT_SPELLINGS: ReadonlyMap<string, UnitSpelling> = new Map([
  ...dataSpellings(BYTES, 'B', 'B/s'),
  ...dataSpellings(BITS, null, 'bit/s'),
  ...timeSpellings(),
  ...eventSpellings(),
  ...COUNTS.map((word): [string, UnitSpelling] => [word, { base: '1', factor: 1 }]),
  ['%', { base: '%', factor: 1 }],
  ['percent', { base: '%', factor: 1 }],
  ['bps', { base: 'bit/s', factor: 1 }],
  // People write a rate in bits without its "per second"; an amount of bits is not a thing they measure.
  ['Mbits', { base: 'bit/s', factor: 1e6 }],
  ['Mbit', { base: 'bit/s', factor: 1e6 }],
  ['Gbits', { base: 'bit/s', factor: 1e9 }],
  ['Gbit', { base: 'bit/s', factor: 1e9 }],
]);

/** The amount one `unit` stands for, or undefined for a spelling nobody here knows. */
export function unitSpelling(unit: string): UnitSpelling | undefined {
  return UNIT_SPELLINGS.get(unit);
}

function* dataSpellings(
  words: readonly string[],
  amount: BaseUnit | null,
  rate: BaseUnit,
): Generator<[string, UnitSpelling]> {
  for (const [prefix, factor] of Object.entries(PREFIXES)) {
    for (const word of words) {
      if (amount && !(prefix === 'm' && word === 'B')) yield [prefix + word, { base: amount, factor }];
      for (const per of PER_SECOND) {
        // "Bytesps" is no spelling; only the short letters take "ps".
        if (per === 'ps' && word.length > 1) continue;
        yield [prefix + word + per, { base: rate, factor }];
      }
    }
  }
}

function* timeSpellings(): Generator<[string, UnitSpelling]> {
  for (const [factor, words] of Object.entries(TIMES)) {
    for (const word of words) yield [word, { base: 's', factor: Number(factor) }];
  }
}

function* eventSpellings(): Generator<[string, UnitSpelling]> {
  for (const [word, factor] of Object.entries(EVENT_RATES)) yield [word, { base: '1/s', factor }];
  for (const word of EVENTS) {
    for (const per of ['/s', '/sec', '/second']) yield [word + per, { base: '1/s', factor: 1 }];
    for (const per of ['/min', '/minute']) yield [word + per, { base: '1/s', factor: 1 / 60 }];
  }
}
