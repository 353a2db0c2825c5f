import type { Letter } from '../ingest/letter.ts';
import type { Metric } from './claim.ts';
import type { ClaimLimits } from './claim-limits.ts';
import { lineAt, readParagraphs } from './paragraphs.ts';
import { readPassages } from './passage.ts';
import { bareClaim, type Settled, type Unnumbered, whereOf } from './settle.ts';

/** What a change is praised for. */
const QUANTITY =
  '(?<quantity>performance|throughput|bandwidth|transfer (?:rate|speed)s?|(?:read|write|transfer) speeds?|responsiveness|cpu (?:usage|load|utili[sz]ation))';
/** "improves the read performance", "this enhances performance", "will speed up transfers": said of the change as a fact. */
const VERB = new RegExp(
  `\\b(?:improves|enhances|boosts|increases|optimi[sz]es|raises|(?:will|should|can) (?:also )?(?:improve|enhance|boost|increase)) (?:the |overall |also |our |its )*(?:[a-z-]+ ){0,2}?${QUANTITY}\\b`,
  'i',
);
/** "gives some performance gain", "results in better throughput". */
const NOUN = new RegExp(
  `\\b(?:gives?|brings?|yields?|provides?|results? in|leads? to|shows?) (?:us )?(?:a |an |some |much |slightly |significantly |noticeable |small |nice |huge |big )*(?:(?:better|higher|improved) ${QUANTITY}|(?<named>performance|throughput|bandwidth) (?:gains?|improvements?|boosts?|benefits?|increase))\\b`,
  'i',
);
const WORDS =
  /\b(?:performance|throughput|bandwidth|speeds?|transfer rates?|responsiveness|cpu (?:usage|load|util\w+))\b/i;
const NEGATED = /\b(?:not?|never|without|hardly|unlikely|if|whether|unless)\b|\?/i;
const SENTENCE_CHARACTERS = 600;

/**
 * What the posters of a series say in praise of it without any number: "this enhances performance". It can be neither
 * replayed nor checked, and a reader should see that nothing backs it. Asked only where a series claims nothing else;
 * one for each letter and metric. Replies, quotes, titles, plans and questions praise nothing.
 */
export function readPraise(letters: readonly Letter[], limits: ClaimLimits): readonly Settled[] {
  const posted = letters.filter(({ subject, text }) => isPosting(subject) && WORDS.test(text));
  if (posted.length === 0) return [];
  const { passages } = readPassages(posted, limits);
  return passages
    .filter(({ depth, place }) => depth === 0 && place === 'text')
    .flatMap((passage) => {
      const found = new Map<Metric, Unnumbered>();
      for (const paragraph of readParagraphs(passage, new Set())) {
        for (const sentence of paragraph.sentences) {
          const praised = praisedIn(sentence.text);
          if (!praised || found.has(praised.metric)) continue;
          found.set(praised.metric, {
            ...bareClaim(praised.metric, praised.quantity),
            unit: '',
            baseUnit: 'B/s',
            stated: { percent: null, factor: null, direction: 'up', text: praised.text },
            kind: 'qualitative',
            where: whereOf(passage.messageId, lineAt(paragraph, sentence.start + praised.at)),
          });
        }
      }
      return [...found.values()].map((claim) => ({ passage, claim, form: 'prose' as const, draft: null }));
    });
}

function isPosting(subject: string): boolean {
  return !/^\s{0,4}(?:re|aw|sv|fwd?)\s{0,2}:/i.test(subject);
}

interface Praised {
  readonly quantity: string;
  readonly metric: Metric;
  readonly at: number;
  readonly text: string;
}

function praisedIn(text: string): Praised | undefined {
  if (text.length > SENTENCE_CHARACTERS || NEGATED.test(text)) return undefined;
  const found = VERB.exec(text) ?? NOUN.exec(text);
  const quantity = found?.groups?.['quantity'] ?? found?.groups?.['named'];
  // "Improves the CPU load" says nothing of its direction.
  if (!found || quantity === undefined || /cpu/i.test(quantity)) return undefined;
  const metric = /performance|respons/i.test(quantity) ? 'other' : 'throughput';
  return { quantity, metric, at: found.index, text: found[0] };
}
