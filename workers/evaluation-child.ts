import type { ChildAnswer, ChildRequest } from '../src/adapters/evaluator/child-evaluator.ts';
import { helpersByMessage } from '../src/adapters/evaluator/share-messages.ts';
import { ReplayPlayer } from '../src/adapters/pool/replay-player.ts';
import { readDocuments } from '../src/cli/read-thread.ts';
import type { WantedSource } from '../src/cli/with-source.ts';
import type { Evaluation, Thread } from '../src/evaluation.ts';
import { packageVersion } from '../src/package-facts.ts';
import { evaluateWith } from '../src/pipeline.ts';
import type { Report } from '../src/report.ts';
import { NotUnderstood } from '../src/service/asked.ts';
import { threadMail } from '../src/service/thread-mail.ts';
import { assumed } from '../src/settings/assumed.ts';
import { readSettings, type Settings } from '../src/settings.ts';
import { StageClock } from './stage-clock.ts';

/** One evaluation: the documents of a thread come as a message, the report goes back as one. */
async function answer(request: ChildRequest): Promise<ChildAnswer> {
  const clock = new StageClock('read');
  const settings = assumed(readSettings(), request.assume);
  const thread = await threadOf(request, settings);
  const { seed, draws } = settings;
  const input = request.isRequest ? { ...thread.input, kind: 'pull-request' as const } : thread.input;
  const asked: Evaluation = {
    ...{ ...thread, input, seed, draws, command: `${request.command} --seed ${seed}` },
    toolVersion: packageVersion(),
    onStage: (stage) => clock.begin(stage),
    onReplay: (done, total) => process.send?.({ progress: { done, total } }),
    claimsAtOnce: request.spread?.claimsAtOnce ?? 1,
  };
  const report = await evaluated(asked, settings, request);
  return { report, mails: thread.letters.map(threadMail), stageMs: clock.stageMs };
}

/** In threads as well, where it takes long, and elsewhere where that takes long too: the bytes are the same. */
async function evaluated(
  asked: Evaluation,
  settings: Settings,
  { threads, spread: limits }: ChildRequest,
): Promise<Report> {
  const spread = limits === null ? undefined : { helpers: helpersByMessage(process), limits };
  const { threadsAfterMs } = settings;
  const player = new ReplayPlayer(settings.replay, { threadsAfterMs, threads, spread });
  try {
    return await evaluateWith((part) => player.play(part), asked, settings);
  } finally {
    await player.close();
  }
}

async function threadOf(
  { documents, source, beneath = null }: ChildRequest,
  settings: Settings,
): Promise<Thread> {
  const read = await readAll(documents, settings);
  if (source === null) return read;
  const below = beneath === null ? null : (await readAll(beneath, settings)).letters;
  return onSource(read, { ...source, beneath: below });
}

function readAll(documents: readonly Uint8Array[], settings: Settings): Promise<Thread> {
  const named = documents.map((bytes, index) => ({ name: String(index), bytes }));
  return readDocuments({ value: named, problems: [] }, settings);
}

/** The parser of C is loaded only where there is something to parse. */
async function onSource(thread: Thread, wanted: WantedSource): Promise<Thread> {
  const { withSource } = await import('../src/cli/with-source.ts');
  return withSource(thread, wanted);
}

/** What can not be as somebody asked is an answer; anything else is a bug, and ends this process. */
function refusal(error: unknown): ChildAnswer {
  if (error instanceof NotUnderstood) return { refused: error.message };
  throw error;
}

process.once('message', (request: ChildRequest) => {
  void answer(request)
    .catch(refusal)
    .then((said) => process.send?.(said));
});
process.once('disconnect', () => process.exit());
