import { type Report, reportSchema } from '../../report.ts';
import { NotUnderstood } from '../../service/asked.ts';
import type { ThreadMail } from '../../service/thread-mail.ts';
import type { Helpers, SpreadLimits } from '../pool/helpers.ts';
import { askChild, type ChildLimits } from './limited-child.ts';
import { offersTo, type SpokenByChild } from './share-messages.ts';

/** What the child is asked, and what it says; both cross a process, so both are plain. */
export interface EvaluationRequest {
  readonly documents: readonly Uint8Array[];
  readonly command: string;
  /** Whether the documents are those of a pull request. */
  readonly isRequest: boolean;
  /** Costs that somebody wants it to stand on. */
  readonly assume: Readonly<Record<string, number>>;
  /** Sources to read the driver in, and the commit where somebody named one. */
  readonly source: { readonly directory: string; readonly commit: string | null } | null;
  /** Documents of a series that this one stands on; null without. */
  readonly beneath?: readonly Uint8Array[] | null;
}

export interface EvaluationAnswer {
  readonly report: Report;
  readonly mails: readonly ThreadMail[];
  /** How long each stage took. */
  readonly stageMs?: Readonly<Partial<Record<EvaluationStage, number>>>;
}

/** The stages of an evaluation, in their order. */
export const EVALUATION_STAGES = ['read', 'claims', 'model', 'replay', 'verdict'] as const;
export type EvaluationStage = (typeof EVALUATION_STAGES)[number];

/** How far the replays are. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What the child sends: how far it is, and at last an answer, or in plain words why it can not be as somebody asked. */
export type ChildAnswer = EvaluationAnswer | { readonly refused: string } | { readonly progress: Progress };

/** What the child gets: beside the request how many threads it may replay in, and when it may ask others to help. */
export type ChildRequest = EvaluationRequest & {
  readonly threads: number;
  readonly spread: ChildSpread | null;
};

/** How much of an evaluation is under way at once, so that there is something to spread, and when it is spread. */
export type ChildSpread = SpreadLimits & { readonly claimsAtOnce: number };

/** Who looks on, may end it, and may play some of its parts. */
export interface Watcher {
  onProgress?(progress: Progress): void;
  readonly signal?: AbortSignal;
  readonly helpers?: Helpers;
}

export type EvaluationLimits = ChildLimits & { readonly spread?: ChildSpread };

/**
 * Evaluates in a process of its own, without our environment, and with an end.
 * @throws NotUnderstood when it can not be as somebody asked
 * @throws Fault 'never' when the child is over its limits or dies on the input: the same input would do it again
 */
export function evaluateInChild(
  script: string,
  request: EvaluationRequest,
  limits: EvaluationLimits,
  { onProgress, signal, helpers }: Watcher = {},
): Promise<EvaluationAnswer> {
  const onOffer = helpers === undefined ? null : offersTo(helpers);
  const spread = onOffer === null ? null : (limits.spread ?? null);
  const asked: ChildRequest = { ...request, threads: limits.threads ?? 1, spread };
  return askChild<EvaluationAnswer>(script, limits, {
    ...{ request: asked, name: 'the evaluation', signal },
    hear(said, child) {
      const message = said as ChildAnswer | SpokenByChild;
      if ('offers' in message || 'takesBack' in message) onOffer?.(message, child);
      else if ('progress' in message) onProgress?.(message.progress);
      else if ('refused' in message) throw new NotUnderstood(message.refused);
      else return { answer: { ...message, report: reportSchema.parse(message.report) } };
      return null;
    },
  });
}
