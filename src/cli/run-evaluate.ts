import { basename } from 'node:path';
import { Fault } from '../fault.ts';
import { packageVersion } from '../package-facts.ts';
import { evaluate, explain } from '../pipeline.ts';
import { composeExplanation } from '../reply/compose-explanation.ts';
import { composeText } from '../reply/compose-text.ts';
import type { Report } from '../report.ts';
import { readSettings } from '../settings.ts';
import { ExitCode } from './exit-code.ts';
import { complain, terminalLook, toJson, writeResult } from './output.ts';
import { terminalProgress } from './progress.ts';
import { readThread } from './read-thread.ts';
import { nothingIn, unreadable } from './refusal.ts';
import { sourced } from './sourced.ts';

export interface EvaluateOptions {
  readonly json?: boolean;
  readonly format: 'text' | 'json';
  readonly seed?: number;
  readonly samples?: number;
  readonly tree?: string;
  readonly explain?: string;
  readonly out?: string;
}

/** `giveback evaluate`: reads, replays, shows; gives the exit code of the contract. */
export async function runEvaluate(path: string, options: EvaluateOptions): Promise<ExitCode> {
  const settings = readSettings();
  const thread = await readThread(path, settings);
  const refused = unreadable(thread);
  if (refused !== null) {
    complain(path, refused);
    return ExitCode.unreadable;
  }
  const { seed = settings.seed, samples: draws = settings.draws } = options;
  const command = reproduceCommand(path, {
    ...options,
    seed,
    draws: draws === settings.draws ? null : draws,
  });
  const asked = {
    ...(await sourced(thread, options.tree)),
    seed,
    draws,
    command,
    toolVersion: packageVersion(),
    onReplay: terminalProgress(),
  };
  const report = evaluate(asked, settings);
  if (options.explain === undefined) return show(report, path, options);
  const claim = report.claims.find(({ id }) => id === options.explain || id === `c${options.explain}`);
  if (claim === undefined) throw new Fault(`${path}: there is no claim ${options.explain}`, 'never');
  const look = terminalLook(options.out !== undefined);
  writeResult(composeExplanation(claim, explain(asked, settings, claim.id), look), options.out);
  return ExitCode.evaluated;
}

function show(report: Report, path: string, options: EvaluateOptions): ExitCode {
  const isJson = options.json === true || options.format === 'json';
  const refusal = report.outcome === 'nothing-to-evaluate' ? nothingIn(report) : null;
  if (refusal !== null) complain(path, refusal.reason);
  if (isJson) writeResult(toJson(report), options.out);
  else if (refusal === null)
    writeResult(composeText(report, terminalLook(options.out !== undefined)), options.out);
  return refusal?.code ?? ExitCode.evaluated;
}

interface Repeat {
  readonly seed: number;
  readonly draws: number | null;
  readonly tree?: string;
}

/** Without folders: the same command in another place gives the same report, to the byte. */
function reproduceCommand(path: string, { seed, draws, tree }: Repeat): string {
  const source = tree === undefined ? '' : ` --tree ${basename(tree)}`;
  const samples = draws === null ? '' : ` --samples ${draws}`;
  return `giveback evaluate ${basename(path)}${source} --seed ${seed}${samples}`;
}
