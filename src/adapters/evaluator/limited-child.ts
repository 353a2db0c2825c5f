import { type ChildProcess, spawn } from 'node:child_process';
import { Fault } from '../../fault.ts';

export interface ChildLimits {
  readonly deadlineSeconds: number;
  readonly memoryMegabytes: number;
  /** Threads for its replays; one where it is not said. */
  readonly threads?: number;
}

/** What a child is asked, and what becomes of its messages. */
export interface Conversation<Answer> {
  readonly request: object;
  /** What to call it in a message: "the evaluation". */
  readonly name: string;
  /** Called for each message; the first answer ends the child. @throws what is thrown to whoever asked */
  hear(message: unknown, child: ChildProcess): { readonly answer: Answer } | null;
  readonly signal?: AbortSignal | undefined;
}

/** Processor time is bounded by the kernel too: it holds even when nobody is left to kill the child. */
const SHELL = 'ulimit -t "$1"; shift; exec "$@"';

/**
 * Asks a process of its own, without our environment, and with an end: mail is parsed there, and a loop that never ends
 * or memory that grows takes nobody else along.
 * @throws Fault 'never' when the child is over its limits or dies on the input: the same input would do it again
 */
export async function askChild<Answer>(
  script: string,
  limits: ChildLimits,
  conversation: Conversation<Answer>,
): Promise<Answer> {
  const child = startChild(script, limits);
  const end = () => killAll(child);
  const deadline = setTimeout(end, limits.deadlineSeconds * 1_000);
  conversation.signal?.addEventListener('abort', end);
  try {
    return await answerOf(child, conversation);
  } finally {
    clearTimeout(deadline);
    conversation.signal?.removeEventListener('abort', end);
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

function startChild(script: string, limits: ChildLimits): ChildProcess {
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

function answerOf<Answer>(
  child: ChildProcess,
  { request, name, hear, signal }: Conversation<Answer>,
): Promise<Answer> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      try {
        const heard = hear(message, child);
        if (heard !== null) resolve(heard.answer);
      } catch (error) {
        reject(error);
      }
    });
    child.once('error', (error) => reject(new Fault(`${name} can not start: ${error.message}`, 'later')));
    child.once('exit', (code, killedBy) => {
      if (signal?.aborted === true) return reject(new Fault(`${name} was called off`, 'later'));
      const how = killedBy === null ? `exit code ${code}` : killedBy;
      reject(new Fault(`${name} ended with ${how}: ${lastLine(said)}`, 'never'));
    });
    child.send(request, (error) => {
      if (error !== null) reject(new Fault(`${name} does not listen: ${error.message}`, 'later'));
    });
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}
