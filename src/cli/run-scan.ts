import { openArchive } from '../adapters/archive/open-archive.ts';
import { mailparserMime } from '../adapters/mail/mime.ts';
import { Fault } from '../fault.ts';
import type { Letter } from '../ingest/letter.ts';
import { NOWHERE, type Problem } from '../problem.ts';
import { scan } from '../scan.ts';
import type { ScannedSeries } from '../scan-thread.ts';
import { readSettings } from '../settings.ts';
import { readScanLimits } from '../settings-scan.ts';
import { ExitCode } from './exit-code.ts';
import { complain } from './output.ts';
import { isNotReadable } from './read-thread.ts';
import { unreadable } from './refusal.ts';
import { scanLine } from './scan-line.ts';
import { keepHeapSmall } from './small-heap.ts';

export interface ScanOptions {
  /** ISO 8601. */
  readonly since?: string;
  readonly json?: boolean;
}

/** `giveback scan`: one line for each series that claims performance, as it is found; JSON is one object a line. */
export async function runScan(path: string, options: ScanOptions): Promise<ExitCode> {
  endWithReader();
  keepHeapSmall();
  const settings = readSettings();
  const problems: Problem[] = [];
  const count = { letters: 0, series: 0 };
  const opening = {
    limits: settings.ingest,
    mime: mailparserMime,
    since: options.since ?? null,
    onProblem: (problem: Problem) => problems.push(problem),
  };
  const letters = counting(readable(openArchive(path, opening), opening.onProblem), count);
  for await (const series of scan(letters, settings, readScanLimits())) {
    count.series += 1;
    process.stdout.write(`${options.json === true ? JSON.stringify(shown(series)) : scanLine(series)}\n`);
  }
  return end(path, count, problems);
}

interface Count {
  letters: number;
  series: number;
}

function end(path: string, { letters, series }: Count, problems: readonly Problem[]): ExitCode {
  const refused = letters > 0 ? null : unreadable({ letters: [], problems });
  if (refused !== null) {
    complain(path, refused);
    return ExitCode.unreadable;
  }
  const mails = `${letters} ${letters === 1 ? 'mail' : 'mails'}`;
  complain(path, series === 0 ? `no series in ${mails} claims performance` : `${series} series in ${mails}`);
  return series === 0 ? ExitCode.nothingToEvaluate : ExitCode.evaluated;
}

/** The change-id only tells copies apart. */
function shown({ changeId: _changeId, ...series }: ScannedSeries): object {
  return series;
}

/** A path that is not there is input that can not be read; anything else that fails is a fault. */
async function* readable(
  letters: AsyncIterable<Letter>,
  onProblem: (problem: Problem) => void,
): AsyncGenerator<Letter> {
  try {
    yield* letters;
  } catch (error) {
    if (error instanceof Fault || !(error instanceof Error)) throw error;
    if (!isNotReadable(error)) throw new Fault(error.message, 'later');
    onProblem({ code: 'input-missing', why: error.message, at: NOWHERE });
  }
}

const TOLD_EVERY = 500;

/** Counts the mails, and tells a person at a terminal how far the scan is. */
async function* counting(letters: AsyncIterable<Letter>, count: Count): AsyncGenerator<Letter> {
  const isTerminal = process.stderr.isTTY === true;
  for await (const letter of letters) {
    count.letters += 1;
    if (isTerminal && count.letters % TOLD_EVERY === 0)
      process.stderr.write(`\r\u001b[2K${count.letters} mails, ${letter.date?.slice(0, 10) ?? ''}\r`);
    yield letter;
  }
  if (isTerminal) process.stderr.write('\r\u001b[2K');
}

/** `giveback scan archive | head`: who reads no further has seen enough. */
function endWithReader(): void {
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') process.exit(ExitCode.evaluated);
    throw error;
  });
}
