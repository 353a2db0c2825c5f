import type { Metric } from './claim.ts';
import { type Draft, measuredDraft, sideOf } from './draft.ts';
import type { Figure } from './figures.ts';
import { lineAt, type Paragraph } from './paragraphs.ts';
import type { View } from './view.ts';

/** Words that say a rate was reached, not allowed, planned or nominal. */
const REACHED =
  /\b(?:reach|reaches|reached|achieve|achieves|achieved|get|gets|got|deliver|delivers|delivered|measured|obtain|obtained|observed|sustained|hit|hits|seen|saw|see|reaching|resulted in|sustained)\b/i;
const MEANS = /\b(?:means|so|i\.e\.|that is)\b/i;
const NOMINAL =
  /\b(?:limit|maximum|theoretical|nominal|up to|should|would|could|spec|supports?|capable|require[sd]?|needs?|bus|link|wire)\b/i;

/** Counts that a sentence gives per second because its neighbours do: "~6K contexts switch". */
const COUNTED = /^\s?(?<unit>contexts? switch(?:es)?|interrupts?|irqs?|IRQs|wakeups?)\b/;

const CONTEXT = 90;

/**
 * Rates that prose states alone: "can reach >120MB/sec ..., which means about ~3K interrupts/sec, so ~6K contexts
 * switch". The first must be reached, by the sentence's own word; what it "means" follows from it in the same group.
 */
export function readProseRates(passage: View, used: ReadonlySet<number>): readonly Draft[] {
  return passage.paragraphs.flatMap((paragraph) => {
    const block = `${passage.letter}:${paragraph.lines[0]?.number ?? 0}`;
    const drafts: Draft[] = [];
    for (const figure of paragraph.figures.filter(isHedged)) {
      const line = lineAt(paragraph, figure.start);
      const rate = used.has(line.number) ? undefined : rateOf(paragraph, figure);
      if (!rate || !isStated(paragraph, figure, drafts.length > 0)) continue;
      const { unit, metric } = rate;
      const side = sideOf(figure, labelBehind(paragraph.text, figure), line);
      const caption = paragraph.text.slice(Math.max(0, figure.start - CONTEXT), figure.end + CONTEXT);
      const quantity = metric === null ? '' : unit;
      drafts.push(
        measuredDraft({
          passage,
          line,
          quantity,
          unit,
          baseUnit: rate.baseUnit,
          sides: [side],
          caption,
          block,
          metric,
        }),
      );
    }
    return drafts;
  });
}

/** A rate without a hedge is an amount somebody knows, such as the speed of a link. */
function isHedged({ hedge, sign }: Figure): boolean {
  return hedge !== null && sign === null;
}

function rateOf(
  paragraph: Paragraph,
  figure: Figure,
): (Pick<Draft, 'unit' | 'baseUnit'> & { metric: Metric | null }) | undefined {
  if (figure.unit === '' || figure.baseUnit === '1') {
    const counted = COUNTED.exec(paragraph.text.slice(figure.end - figure.unit.length))?.groups?.['unit'];
    return counted === undefined
      ? undefined
      : { unit: counted, baseUnit: '1/s', metric: countedMetric(counted) };
  }
  if (!['B/s', 'bit/s', '1/s'].includes(figure.baseUnit) || /Hz$/.test(figure.unit)) return undefined;
  return {
    unit: figure.unit,
    baseUnit: figure.baseUnit,
    metric: figure.baseUnit === '1/s' ? countedMetric(figure.unit) : null,
  };
}

function countedMetric(unit: string): Metric | null {
  if (/^context/.test(unit)) return 'context-switch-rate';
  return /^(?:interrupt|irq)/i.test(unit) ? 'irq-rate' : null;
}

function isStated(paragraph: Paragraph, figure: Figure, follows: boolean): boolean {
  const before = paragraph.text.slice(Math.max(0, figure.start - CONTEXT), figure.start);
  const clause = before.split(/[;]|\.\s|, (?:and|but) /).at(-1) ?? '';
  if (NOMINAL.test(clause)) return false;
  return REACHED.test(clause) || (follows && MEANS.test(clause));
}

/** "with hardware handler or tasklet handler" behind the figure names its configuration. */
function labelBehind(text: string, figure: Figure): string {
  const behind = text.slice(figure.end, figure.end + CONTEXT);
  return (
    /^\s*(?:in case of |with |using |when )(?<label>[^,.;)]{1,60})/.exec(behind)?.groups?.['label']?.trim() ??
    ''
  );
}
