import { type ChildProcess, spawn } from 'node:child_process';
import { Fault } from '../../fault.ts';
import { type Report, reportSchema } from '../../report.ts';
import type { ThreadMail } from '../../service/plan-posts.ts';

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
}

export interface EvaluationAnswer {
  readonly report: Report;
  readonly mails: readonly ThreadMail[];
}

export interface EvaluationLimits {
  readonly deadlineSeconds: number;
  readonly memoryMegabytes: number;
}

/** Processor time is bounded by the kernel too: it holds even when nobody is left to kill the child. */
const SHELL = 'ulimit -t "$1"; shift; exec "$@"';

/**
 * Evaluates in a process of its own, without our environment, and with an end: mail is parsed there, and a loop that
 * never ends or memory that grows takes nobody else along.
 * @throws Fault 'never' when the child is over its limits or dies on the input: the same input would do it again
 */
export async function evaluateInChild(
  script: string,
  request: EvaluationRequest,
  limits: EvaluationLimits,
): Promise<EvaluationAnswer> {
  const child = startChild(script, limits);
  const deadline = setTimeout(() => killAll(child), limits.deadlineSeconds * 1_000);
  try {
    return await answerOf(child, request);
  } finally {
    clearTimeout(deadline);
    killAll(child);
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
  return spawn('/bin/sh', ['-c', SHELL, 'evaluate', String(limits.deadlineSeconds * 2), ...node], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  });
}

function answerOf(child: ChildProcess, request: EvaluationRequest): Promise<EvaluationAnswer> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.once('message', (answer: EvaluationAnswer) =>
      resolve({ report: reportSchema.parse(answer.report), mails: answer.mails }),
    );
    child.once('error', (error) =>
      reject(new Fault(`the evaluation can not start: ${error.message}`, 'later')),
    );
    child.once('exit', (code, signal) => {
      const how = signal === null ? `exit code ${code}` : signal;
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
