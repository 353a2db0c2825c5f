import type { StoredReport } from '../ports/evaluation-store.ts';
import { headline } from '../reply/headline.ts';
import { askedWords } from './asked.ts';
import { type Command, commandHelp } from './commands.ts';

/** What is known of the thread that a command is about. */
export interface KnownFacts {
  readonly report: StoredReport | null;
  readonly silences: readonly string[];
}

/** The commands that are a question: what they answer, one plain line each. */
export function answerLines(
  { verb, words }: Pick<Command, 'verb' | 'words'>,
  { report, silences }: KnownFacts,
  prefix: string,
): readonly string[] {
  switch (verb) {
    case 'help':
      return commandHelp(prefix);
    case 'why-silent':
      return silences.length === 0
        ? ['Nothing was kept back: it was answered, or not judged yet.']
        : [...new Set(silences)];
    case 'explain':
      return [explained(words[0] ?? '', report)];
    default:
      return [];
  }
}

function explained(id: string, stored: StoredReport | null): string {
  if (stored === null) return 'It was not judged yet.';
  const claim = stored.report.claims.find((one) => one.id === id);
  if (claim === undefined) {
    const known = stored.report.claims.map((one) => one.id).join(', ');
    return `There is no claim of that name; there are: ${known || 'none'}.`;
  }
  return `${claim.id}, ${claim.quantity}: ${claim.because}`;
}

const HEADLINE_CHARACTERS_MAX = 120;
const CLAIMS_MAX = 12;

/** A second report in a few lines, labelled with what it stands on and who asked for it. */
export function secondReportLines({
  report,
  asked,
  run,
}: Omit<StoredReport, 'key' | 'atMs'>): readonly string[] {
  if (asked === null) return [];
  return [
    `A second report, ${askedWords(asked)}, as ${asked.by} asked. The first one stands beside it, unchanged.`,
    `Run ${run}: ${headline(report, HEADLINE_CHARACTERS_MAX)}`,
    ...report.claims
      .slice(0, CLAIMS_MAX)
      .map(({ id, quantity, because }) => `${id}, ${quantity}: ${because}`),
  ];
}
