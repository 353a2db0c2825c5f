import type { EvaluationAnswer, EvaluationRequest } from '../src/adapters/evaluator/child-evaluator.ts';
import { readDocuments } from '../src/cli/read-thread.ts';
import { packageVersion } from '../src/package-facts.ts';
import { evaluate } from '../src/pipeline.ts';
import { readSettings } from '../src/settings.ts';

/** One evaluation: the documents of a thread come as a message, the report goes back as one. */
async function answer({ documents, command, isRequest }: EvaluationRequest): Promise<EvaluationAnswer> {
  const settings = readSettings();
  const named = documents.map((bytes, index) => ({ name: String(index), bytes }));
  const thread = await readDocuments({ value: named, problems: [] }, settings);
  const { seed, draws } = settings;
  const input = isRequest ? { ...thread.input, kind: 'pull-request' as const } : thread.input;
  const asked = {
    ...thread,
    input,
    seed,
    draws,
    command: `${command} --seed ${seed}`,
    toolVersion: packageVersion(),
  };
  const mails = thread.letters.map(({ messageId, references, from, date, subject, text }) => {
    return { messageId, references, from, date, subject, text };
  });
  return { report: evaluate(asked, settings), mails };
}

process.once('message', (request: EvaluationRequest) => {
  void answer(request).then((said) => process.send?.(said));
});
process.once('disconnect', () => process.exit());
