import { type ChildProcess, spawn } from 'node:child_process';
import { Fault } from '../../fault.ts';
import { type Report, reportSchema } from '../../report.ts';
import { NotUnderstood } from '../../service/asked.ts';
import type { ThreadMail } from '../../service/thread-mail.ts';

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

/** What the child gets: beside the request how many threads it may replay in. */
export type ChildRequest = EvaluationRequest & { readonly threads: number };

/** Who looks on, and may end it. */
export interface Watcher {
  onProgress?(progress: Progress): void;
  readonly signal?: AbortSignal;
}

export interface EvaluationLimits {
  readonly deadlineSeconds: number;
  readonly memoryMegabytes: number;
  /** Threads for its replays; one where it is not said. */
  readonly threads?: number;
}

/** Processor time is bounded by the kernel too: it holds even when nobody is left to kill the child. */
const SHELL = 'ulimit -t "$1"; shift; exec "$@"';

/**
 * Evaluates in a process of its own, without our environment, and with an end: mail is parsed there, and a loop that
 * never ends or memory that grows takes nobody else along.
 * @throws NotUnderstood when it can not be as somebody asked
 * @throws Fault 'never' when the child is over its limits or dies on the input: the same input would do it again
 */
export async function evaluateInChild(
  script: string,
  request: EvaluationRequest,
  limits: EvaluationLimits,
  watcher: Watcher = {},
): Promise<EvaluationAnswer> {
  const child = startChild(script, limits);
  const end = () => killAll(child);
  const deadline = setTimeout(end, limits.deadlineSeconds * 1_000);
  watcher.signal?.addEventListener('abort', end);
  try {
    return await answerOf(child, { ...request, threads: limits.threads ?? 1 }, watcher);
  } finally {
    clearTimeout(deadline);
    watcher.signal?.removeEventListener('abort', end);
    end();
  }
}

/** The child and whatever it has started: it leads a group of its own. */
function killAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}

function startChild(script: string, limits: EvaluationLimits): ChildProcess {
  // Sources run under a loader; built files need none.
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const node = [process.execPath, `--max-old-space-size=${limits.memoryMegabytes}`, ...loader, script];
  const processorSeconds = limits.deadlineSeconds * ((limits.threads ?? 1) + 1);
  return spawn('/bin/sh', ['-c', SHELL, 'evaluate', String(processorSeconds), ...node], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  });
}

function answerOf(
  child: ChildProcess,
  request: ChildRequest,
  { onProgress, signal }: Watcher,
): Promise<EvaluationAnswer> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.on('message', (answer: ChildAnswer) => {
      if ('progress' in answer) onProgress?.(answer.progress);
      else if ('refused' in answer) reject(new NotUnderstood(answer.refused));
      else resolve({ ...answer, report: reportSchema.parse(answer.report) });
    });
    child.once('error', (error) =>
      reject(new Fault(`the evaluation can not start: ${error.message}`, 'later')),
    );
    child.once('exit', (code, killedBy) => {
      if (signal?.aborted === true) return reject(new Fault('the evaluation was called off', 'later'));
      const how = killedBy === null ? `exit code ${code}` : killedBy;
      reject(new Fault(`the evaluation ended with ${how}: ${lastLine(said)}`, 'never'));
    });
    child.send(request, (error) => {
      if (error !== null) reject(new Fault(`the evaluation does not listen: ${error.message}`, 'later'));
    });
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}
