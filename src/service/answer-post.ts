import type { ReplyTo } from '../ports/evaluation-store.ts';
import type { PlannedPost } from '../ports/outbox-store.ts';
import { composeAnswer } from '../reply/compose-answer.ts';
import { markdownText } from '../reply/escape-markdown.ts';
import { postKey } from './job-keys.ts';
import type { Identity, Stage } from './service-settings.ts';

/** Where an answer stands. */
export interface AnswerPlace {
  readonly reply: ReplyTo;
  readonly thread: string;
  readonly list: string;
  readonly stage: Stage;
  readonly identity: Identity;
  /** What is answered: the same again is the same post. */
  readonly kind: string;
  /** Every word of it is ours. */
  readonly isOwnWords?: boolean;
  /** ISO 8601. */
  readonly now: string;
}

/** An answer to one who asked: a comment of its own, or a mail to the asker and nobody else. */
export function answerPost(lines: readonly string[], place: AnswerPlace): PlannedPost {
  const { reply, thread, list, kind } = place;
  const isShadow = place.stage === 'shadow';
  const key = (target: string) =>
    postKey({ channel: reply.kind, target, thread, version: 1, kind: `answer ${kind}` });
  const common = { list, thread, state: 'planned', because: null } as const;
  switch (reply.kind) {
    case 'comment': {
      const id = `answer/${reply.commentId}/${kind}`;
      const body = `<!-- giveback:v1 key=${id} head=none digest=none -->\n${markdownOf(lines)}\n`;
      return { key: key(reply.topic), channel: 'comment', target: reply.topic, body, ...common };
    }
    case 'mail': {
      const { draft } = composeAnswer(lines, {
        ...reply,
        ...{ kind, identity: place.identity, date: place.now, isOwnWords: place.isOwnWords === true },
      });
      const target = isShadow ? `${list}-${draft.messageId}.eml` : JSON.stringify([reply.address]);
      const channel = isShadow ? 'directory' : 'mail';
      return { key: key(reply.messageId), channel, target, body: draft.raw, ...common };
    }
  }
}

function markdownOf(lines: readonly string[]): string {
  const mark = lines.length > 1 ? '- ' : '';
  return lines.map((line) => `${mark}${markdownText(line)}`).join('\n');
}
