import { basename } from 'node:path';
import { ReplayPlayer } from '../adapters/pool/replay-player.ts';
import type { Evaluation, Thread } from '../evaluation.ts';
import { packageVersion } from '../package-facts.ts';
import { evaluateWith, explain, trace } from '../pipeline.ts';
import type { ReplayExplained } from '../reply/compose-explanation.ts';
import type { Format } from '../reply/formats.ts';
import { render } from '../reply/render.ts';
import type { Report } from '../report.ts';
import { askedOptions, NotUnderstood, readAssumptions } from '../service/asked.ts';
import { ASSUMABLE, assumed } from '../settings/assumed.ts';
import { readSettings, type Settings } from '../settings.ts';
import type { TraceEvent } from '../simulator/timeline.ts';
import { ExitCode } from './exit-code.ts';
import { faceContext } from './face-context.ts';
import { complain, terminalLook, writeResult } from './output.ts';
import { terminalProgress } from './progress.ts';
import { readThread } from './read-thread.ts';
import { nothingIn, unreadable } from './refusal.ts';
import { sourced } from './sourced.ts';

export interface EvaluateOptions {
  readonly json?: boolean;
  readonly format: Format;
  readonly seed?: number;
  readonly samples?: number;
  readonly tree?: string;
  readonly commit?: string;
  readonly depends?: string;
  /** "irqThreadNs=4000": costs to stand on in place of ours. */
  readonly assume?: readonly string[];
  readonly explain?: string;
  readonly trace?: string;
  readonly out?: string;
}

/** `giveback evaluate`: reads, replays, shows; gives the exit code of the contract. */
export async function runEvaluate(path: string, options: EvaluateOptions): Promise<ExitCode> {
  try {
    if (options.trace !== undefined && options.explain === undefined)
      throw new NotUnderstood('--trace needs --explain: a trace is of one claim');
    return await runAsked(path, options, readAssumptions(options.assume ?? [], ASSUMABLE));
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    complain(path, error.message);
    return ExitCode.usage;
  }
}

type Assumptions = ReturnType<typeof readAssumptions>;

async function runAsked(path: string, options: EvaluateOptions, assume: Assumptions): Promise<ExitCode> {
  const settings = assumed(readSettings(), assume);
  const thread = await readThread(path, settings);
  const refused = unreadable(thread);
  if (refused !== null) {
    complain(path, refused);
    return ExitCode.unreadable;
  }
  const { seed = settings.seed, samples: draws = settings.draws } = options;
  const command = reproduceCommand(path, {
    ...options,
    assume,
    seed,
    draws: draws === settings.draws ? null : draws,
  });
  const asked = {
    ...(await sourced(thread, options, settings)),
    seed,
    draws,
    command,
    toolVersion: packageVersion(),
    onReplay: terminalProgress(),
  };
  const report = await evaluated(asked, settings);
  const shown = { report, thread, path, options };
  if (options.explain === undefined) return show(shown);
  return showExplanation(shown, {
    explain: (id) => explain(asked, settings, id),
    trace: (id) => trace(asked, settings, id),
  });
}

async function evaluated(asked: Evaluation, settings: Settings): Promise<Report> {
  const player = new ReplayPlayer(settings.replay, settings);
  try {
    return await evaluateWith((part) => player.play(part), asked, settings);
  } finally {
    await player.close();
  }
}

interface Shown {
  readonly report: Report;
  readonly thread: Thread;
  readonly path: string;
  readonly options: EvaluateOptions;
}

/** Faces for programs are whole even when there is nothing to evaluate; people get the reason in one line instead. */
async function show({ report, thread, path, options }: Shown): Promise<ExitCode> {
  const format = options.json === true ? 'json' : options.format;
  const refusal = report.outcome === 'nothing-to-evaluate' ? nothingIn(report) : null;
  if (refusal !== null) complain(path, refusal.reason);
  if (refusal === null || FOR_PROGRAMS.has(format)) {
    const { text, violations } = await render(
      report,
      format,
      faceContext(report, thread, options.out !== undefined),
    );
    for (const { rule, says } of violations) complain(path, `not to be sent: ${rule}: ${says}`);
    writeResult(text, options.out);
  }
  return refusal?.code ?? ExitCode.evaluated;
}

const FOR_PROGRAMS: ReadonlySet<Format> = new Set<Format>(['json', 'sarif', 'b4', 'patchwork']);

async function showExplanation(
  { report, path, options }: Shown,
  of: {
    readonly explain: (id: string) => ReplayExplained | null;
    readonly trace: (id: string) => readonly TraceEvent[] | null;
  },
): Promise<ExitCode> {
  const claim = report.claims.find(({ id }) => id === options.explain || id === `c${options.explain}`);
  if (claim === undefined) {
    complain(path, `there is no claim ${options.explain}`);
    return ExitCode.usage;
  }
  const { composeExplanation } = await import('../reply/compose-explanation.ts');
  const text = composeExplanation(claim, of.explain(claim.id), terminalLook(options.out !== undefined));
  writeResult(text, options.out);
  if (options.trace !== undefined) await traceTo(options.trace, of.trace(claim.id), path);
  return ExitCode.evaluated;
}

async function traceTo(file: string, events: readonly TraceEvent[] | null, path: string): Promise<void> {
  if (events === null) complain(path, 'there is no trace: the claim was not replayed');
  else (await import('./write-trace.ts')).writeTrace(events, file);
}

interface Repeat {
  readonly assume: Assumptions;
  readonly seed: number;
  readonly draws: number | null;
  readonly tree?: string;
  readonly commit?: string;
  readonly depends?: string;
}

/** Without folders: the same command in another place gives the same report, to the byte. */
function reproduceCommand(path: string, { assume, seed, draws, ...places }: Repeat): string {
  const source = sourceWords(places);
  const samples = draws === null ? '' : ` --samples ${draws}`;
  return `giveback evaluate ${basename(path)}${source}${askedOptions({ assume })} --seed ${seed}${samples}`;
}

function sourceWords({ tree, commit, depends }: Pick<Repeat, 'tree' | 'commit' | 'depends'>): string {
  const words = [
    ...(tree === undefined ? [] : [`--tree ${basename(tree)}`]),
    ...(commit === undefined ? [] : [`--commit ${commit}`]),
    ...(depends === undefined ? [] : [`--depends ${basename(depends)}`]),
  ];
  return words.map((word) => ` ${word}`).join('');
}
