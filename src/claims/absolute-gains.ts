import { NUMBER_WORDS } from '../units/number-words.ts';
import { unitSpelling } from '../units/unit-spellings.ts';
import type { Stated } from './claim.ts';
import { type Figure, findFigures } from './figures.ts';
import { metricOf } from './metric.ts';
import { lineAt, type Paragraph, type Sentence } from './paragraphs.ts';
import { figureOf } from './sample.ts';
import { bareClaim, type Settled, whereOf } from './settle.ts';
import type { View } from './view.ts';

/** In front of the figure: something is saved, gained or lost by that much. */
const IN_FRONT =
  /\b(?<down>sav(?:es?|ed|ing|ings of)|shav(?:es?|ed|ing)(?: off)?|trim(?:s|med)?(?: off)?|cuts? off|(?:reduc|decreas)(?:es|ed|ing)\b[^.,;]{1,50}? by|drop(?:s|ped)\b[^.,;]{0,40}? by)|(?<up>gain(?:s|ed)?|(?:improv|increas)(?:es|ed|ing)\b[^.,;]{1,50}? by|costs?(?: us)?|regress(?:es|ed)\b[^.,;]{0,40}? by) (?:us |about |around |roughly |approximately |over |more than |up to |nearly |almost |an? |~ ?)*$/i;
/** Behind it: by that much less, more, faster. */
const BEHIND =
  /^ (?:per \w+ )?(?:(?<down>faster|quicker|less|shorter|lower|fewer)|(?<up>slower|more|longer|higher))\b(?! (?:than )?(?:the )?(?:time-?out|delay))/i;
/** "six seconds faster": those that people write as words. */
const NUMBERS = new Map<string, number>([
  ...NUMBER_WORDS.slice(2, 11).map((word, at): [string, number] => [word, at + 2]),
  ['twelve', 12],
  ['twenty', 20],
  ['thirty', 30],
]);
const WORDED = new RegExp(
  `\\b(?<word>${[...NUMBERS.keys()].join('|')}) (?<unit>seconds?|milliseconds|microseconds|minutes)\\b`,
  'i',
);
const POINTS = /^ ?(?:percentage |percent |%-?)?points?\b/i;

/** Plans, wishes, settings and questions claim nothing. */
const UNSURE =
  /\b(?:may|might|could|would|should|will|can|expect\w*|hope\w*|theor\w*|ideally|assum\w*|suppos\w*|if|whether|at least|at most|need\w*|requir\w*|allow\w*|wait\w*|time-?outs?|[un]?delays?|intervals?|periods?|m?sleep\w*|debounc\w*|retr(?:y|ies)|spec\w*|must|want\w*|think|guess|believe|later)\b|\?/i;
const RESULT =
  /\b(?:patch\w*|revert\w*|commit|series|change[sd]?|gave|gives?|results?|saw|seen?|measured|observed|shows?|showed|causes?|now|after|this|with|applied|on (?:my|a|an|our|the)|new (?:\w+ )?(?:path|code|driver|mode|scheme|version|api))\b|^saves?\b/i;
/** Kinds of figure that somebody gains or loses. */
const GAINED: ReadonlySet<string> = new Set(['s', 'B/s', 'bit/s', '1/s']);
const MEMORY = /\b(?:memory|footprint|text|code size|binary|image|rom|ram|per \w+|vmlinux|\.text|stack)\b/i;
const CONTEXT = 70;

/**
 * Gains that the text gives as a difference alone: "saves 12 us per packet", "six seconds faster". They have no figures
 * to compare and are stated only. A sentence whose figures another reader took says its gain with them.
 */
export function readAbsoluteGains(view: View, used: ReadonlySet<number>): readonly Settled[] {
  if (view.depth > 0) return [];
  return view.paragraphs.flatMap((paragraph) =>
    paragraph.sentences.flatMap((sentence) => {
      const isTitle = view.place === 'subject';
      if (UNSURE.test(sentence.text) || !(isTitle || RESULT.test(sentence.text))) return [];
      return gainIn(view, paragraph, sentence, used);
    }),
  );
}

function gainIn(
  view: View,
  paragraph: Paragraph,
  sentence: Sentence,
  used: ReadonlySet<number>,
): readonly Settled[] {
  const text = sentence.text;
  const figures = [...findFigures(text), ...wordedFigures(text)];
  for (const figure of figures) {
    const direction = directionOf(text, figure);
    const own = direction === null ? undefined : gained(text, figure);
    if (!own || direction === null) continue;
    const lead = paragraph.text.slice(sentence.start).search(/\S/);
    const line = lineAt(paragraph, sentence.start + Math.max(0, lead) + figure.start);
    if (used.has(line.number)) return [];
    const words = text.slice(Math.max(0, figure.start - CONTEXT), figure.end + CONTEXT);
    const stated: Stated = { percent: null, factor: null, direction, text: words.trim() };
    const metric = metricOf(own.baseUnit, own.unit, words);
    const claim = {
      ...bareClaim(metric, metric),
      unit: own.unit,
      baseUnit: own.baseUnit,
      stated,
      kind: 'stated-only' as const,
      where: whereOf(view.messageId, line),
    };
    return [{ passage: view, claim, form: 'prose', draft: null }];
  }
  return [];
}

/** Which way the quantity itself goes: a time that is "six seconds faster" is shorter, a rate is higher. */
function directionOf(text: string, figure: Figure): Stated['direction'] {
  const front = IN_FRONT.exec(text.slice(Math.max(0, figure.start - CONTEXT), figure.start))?.groups;
  const behind = BEHIND.exec(text.slice(figure.end, figure.end + CONTEXT))?.groups;
  const found = front ?? behind;
  if (!found) return null;
  const isRate = figure.baseUnit !== 's' && figure.baseUnit !== 'B';
  const word = found['down'] ?? found['up'] ?? '';
  if (isRate && /^(?:faster|quicker)/i.test(word)) return 'up';
  if (isRate && /^slower/i.test(word)) return 'down';
  return found['down'] === undefined ? 'up' : 'down';
}

/** The figure, when it is one that is gained; a percentage only when it counts points. */
function gained(text: string, figure: Figure): Pick<Figure, 'unit' | 'baseUnit'> | undefined {
  if (figure.sign !== null || figure.value === 0) return undefined;
  const behind = text.slice(figure.end, figure.end + CONTEXT);
  if (figure.unit === '' && POINTS.test(behind)) return { unit: 'points', baseUnit: '%' };
  if (figure.baseUnit === '%' && POINTS.test(behind)) return { unit: 'points', baseUnit: '%' };
  if (figure.unit === '' || /Hz$/.test(figure.unit)) return undefined;
  if (figure.baseUnit === 'B' && MEMORY.test(text)) return figure;
  return GAINED.has(figure.baseUnit) ? figure : undefined;
}

function wordedFigures(text: string): readonly Figure[] {
  const found = WORDED.exec(text);
  const value = NUMBERS.get(found?.groups?.['word']?.toLowerCase() ?? '');
  const unit = found?.groups?.['unit'];
  if (!found || value === undefined || unit === undefined) return [];
  const place = { start: found.index, end: found.index + found[0].length, asWritten: found[0] };
  const base = value * (unitSpelling(unit)?.factor ?? 1);
  return [figureOf({ value, unit, base, baseUnit: 's', ...place })];
}
