import type { PlannedPost, StoredReport } from '../ports.ts';
import { markdownText } from '../reply/escape-markdown.ts';
import { type Command, commandHelp } from './commands.ts';
import { postKey } from './job-keys.ts';

/** What is known of the thread that a command is about. */
export interface KnownFacts {
  readonly report: StoredReport | null;
  readonly silences: readonly string[];
}

/** Where a command stands, and so where its answer goes. */
export interface CommandPlace {
  readonly commentId: number;
  readonly topic: string;
  readonly thread: string;
  readonly list: string;
}

/** The answer to a command as a comment of its own; null where the reaction says everything. */
export function answerTo(command: Command, facts: KnownFacts, place: CommandPlace): PlannedPost | null {
  const lines = linesOf(command, facts);
  if (lines === null) return null;
  const { commentId, topic, thread, list } = place;
  const kind = `answer ${commentId}`;
  const key = postKey({ channel: 'comment', target: topic, thread, version: 1, kind });
  const body = `<!-- giveback:v1 key=answer/${commentId} head=none digest=none -->\n${lines.join('\n')}\n`;
  return {
    ...{ key, channel: 'comment', target: topic, list, thread, body },
    state: 'planned',
    because: null,
  };
}

function linesOf({ verb, words }: Command, { report, silences }: KnownFacts): readonly string[] | null {
  switch (verb) {
    case 'help':
      return commandHelp().map((line) => `- ${markdownText(line)}`);
    case 'why-silent':
      return silences.length === 0
        ? ['Nothing was kept back: it was answered, or not judged yet.']
        : [...new Set(silences)].map((because) => `- ${markdownText(because)}`);
    case 'explain':
      return [explained(words[0] ?? '', report)];
    case 'rerun':
    case 'dispute':
    case 'stop':
    case 'start':
      return null;
  }
}

function explained(id: string, stored: StoredReport | null): string {
  if (stored === null) return 'It was not judged yet.';
  const claim = stored.report.claims.find((one) => one.id === id);
  if (claim === undefined) {
    const known = stored.report.claims.map((one) => one.id).join(', ');
    return `There is no claim of that name; there are: ${known || 'none'}.`;
  }
  return `${claim.id}, ${markdownText(claim.quantity)}: ${markdownText(claim.because)}`;
}
