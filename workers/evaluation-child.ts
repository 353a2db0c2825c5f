import type { EvaluationAnswer, EvaluationRequest } from '../src/adapters/evaluator/child-evaluator.ts';
import { readDocuments } from '../src/cli/read-thread.ts';
import type { Thread } from '../src/evaluation.ts';
import { packageVersion } from '../src/package-facts.ts';
import { evaluate } from '../src/pipeline.ts';
import { assumed } from '../src/settings/assumed.ts';
import { readSettings } from '../src/settings.ts';

/** One evaluation: the documents of a thread come as a message, the report goes back as one. */
async function answer({
  documents,
  command,
  isRequest,
  assume,
  source,
}: EvaluationRequest): Promise<EvaluationAnswer> {
  const settings = assumed(readSettings(), assume);
  const named = documents.map((bytes, index) => ({ name: String(index), bytes }));
  const read = await readDocuments({ value: named, problems: [] }, settings);
  const thread = source === null ? read : await onSource(read, source);
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

/** The parser of C is loaded only where there is something to parse. */
async function onSource(thread: Thread, { directory, commit }: NonNullable<EvaluationRequest['source']>) {
  const { withSource } = await import('../src/cli/with-source.ts');
  return withSource(thread, directory, commit);
}

process.once('message', (request: EvaluationRequest) => {
  void answer(request).then((said) => process.send?.(said));
});
process.once('disconnect', () => process.exit());
