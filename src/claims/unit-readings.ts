import { findMeasures } from './figures.ts';
import { groupBy } from './group-by.ts';
import { isReadable } from './line-kind.ts';
import type { Passage } from './passage.ts';
import type { SeriesFinding } from './readings.ts';
import type { View } from './view.ts';

/** Bytes a pixel takes in formats whose frames all have one size. */
const FORMATS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:yuv ?4:?2:?2|yuyv|uyvy|yuy2|rgb565)\b/i, 2],
  [/\b(?:yuv ?4:?2:?0|i420|nv12|yv12)\b/i, 1.5],
  [/\b(?:rgb|bgr)(?:24|888)\b/i, 3],
  [/\b(?:(?:x|a)?rgb(?:32|8888)|xr24)\b/i, 4],
];
const FRAMES =
  /\b(?<width>\d{2,5}) ?x ?(?<height>\d{2,5})\b.{0,40}?@? ?\b(?<rate>\d{1,3}(?:\.\d{1,3})?) ?(?:fps|frames\/s)\b/i;
const CLOSE = 0.006;
const MEBI = 1024 ** 2 / 1e6;

/**
 * "640x480 YUV422 @30fps ~17.6 MB/s": a rate that only closes with the size of its frames when the megabytes are taken
 * for mebibytes.
 */
export function videoRates(views: readonly View[]): readonly SeriesFinding[] {
  const lines = views.flatMap((view) => view.lines.filter(({ kind }) => kind === 'text' || kind === 'row'));
  const found = lines.flatMap(({ text, number }) => videoSlip(text.slice(0, 200), number));
  return [...groupBy(found, ({ text }) => text).values()].flatMap((same) => same.slice(0, 1));
}

function videoSlip(text: string, line: number): readonly SeriesFinding[] {
  const frames = FRAMES.exec(text)?.groups;
  const bytes = FORMATS.find(([name]) => name.test(text))?.[1];
  if (!frames || bytes === undefined) return [];
  const rate = findMeasures(text).find(({ unit }) => /^MB\/s(?:ec)?$|^MBps$/.test(unit));
  const megabytes =
    (Number(frames['width']) * Number(frames['height']) * bytes * Number(frames['rate'])) / 1e6;
  if (!rate || Math.abs(rate.value / megabytes - 1) <= CLOSE) return [];
  if (Math.abs((rate.value * MEBI) / megabytes - 1) > CLOSE) return [];
  const shown = Number(megabytes.toPrecision(4));
  return [
    {
      kind: 'unit-slip',
      severity: 'warning',
      text: `frames of ${frames['width']} x ${frames['height']} at ${frames['rate']} a second carry ${shown} MB/s; ${rate.value} are MiB/s (line ${line})`,
      numbers: { written: rate.value, megabytes: shown, line },
      claims: [],
    },
  ];
}

const RATES: ReadonlySet<string> = new Set(['B/s', 'bit/s']);
/** Single digits coincide by chance. */
const VALUE_MIN = 10;
const RATE = /\d.{0,12}[Bb](?:its?|ytes?)?(?:\/s|ps)/;

/** The same number of megabytes in one mail and of megabits in another: somebody took one for the other. */
export function bitsOrBytes(passages: readonly Passage[]): readonly SeriesFinding[] {
  const told = passages.filter(({ depth }) => depth === 0).flatMap(ratesOf);
  const byNumber = groupBy(told, ({ value, prefix }) => `${value} ${prefix}`);
  return [...byNumber.values()].flatMap((same) => {
    const bytes = same.find(({ baseUnit }) => baseUnit === 'B/s');
    const bits = same.find(({ baseUnit, letter }) => baseUnit === 'bit/s' && letter !== bytes?.letter);
    if (!bytes || !bits) return [];
    return [
      {
        kind: 'unit-slip',
        severity: 'warning',
        text: `${bytes.value} ${bytes.unit} in one mail of the thread is ${bits.value} ${bits.unit} in another: eight times less`,
        numbers: { value: bytes.value },
        claims: [],
      },
    ];
  });
}

interface Rate {
  readonly letter: number;
  readonly value: number;
  readonly unit: string;
  readonly prefix: string;
  readonly baseUnit: string;
}

function ratesOf({ lines, letter }: Passage): readonly Rate[] {
  return lines
    .filter(({ kind, text }) => isReadable(kind) && RATE.test(text))
    .flatMap(({ text }) => findMeasures(text))
    .filter(({ value, baseUnit }) => value >= VALUE_MIN && RATES.has(baseUnit))
    .map(({ value, unit, baseUnit }) => ({
      letter,
      value,
      unit,
      prefix: unit.charAt(0).toUpperCase(),
      baseUnit,
    }));
}
