#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ExitCode } from './cli/exit-code.ts';
import type { EvaluateOptions } from './cli/run-evaluate.ts';
import type { ScanOptions } from './cli/run-scan.ts';
import type { StageName, StageOptions } from './cli/run-stage.ts';
import { addServiceCommands } from './cli/service-commands.ts';
import { packageVersion } from './package-facts.ts';
import { FORMATS } from './reply/formats.ts';

const INPUT_HELP =
  "a .mbox, .eml, .patch or saved archive page (plain or .gz), a directory, or '-' for stdin";

const TREE_HELP =
  'kernel sources to read the driver in: a git checkout, a bare repository or a plain directory';

/** Every command loads what it needs when it runs: `--help` must not wait for a mail parser. */
function program(): Command {
  const giveback = new Command('giveback')
    .description('Reads Linux USB performance patches, checks the numbers they claim, and replays them.')
    .version(packageVersion())
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  evaluateCommand(giveback);
  stageCommand(giveback, 'series', 'what was understood of the mails: series, patches, trailers, problems');
  stageCommand(giveback, 'claims', 'the claims and their arithmetic; nothing is simulated');
  modelCommand(giveback);
  scanCommand(giveback);
  addServiceCommands(giveback);
  giveback
    .command('schema')
    .description('print the report contract as JSON Schema')
    .action(async () => (await import('./cli/print-schema.ts')).printSchema());
  return giveback;
}

function evaluateCommand(giveback: Command): void {
  giveback
    .command('evaluate')
    .description('check and replay the claims of one thread')
    .argument('<input>', INPUT_HELP)
    .option('--json', 'the report as JSON (the same as --format json)')
    .addOption(new Option('--format <face>', 'how to show the report').choices(FORMATS).default('text'))
    .option('--tree <dir>', TREE_HELP)
    .option('--commit <id>', 'with --tree: the commit to read, in place of the base that the series names')
    .option('--depends <input>', 'with --tree: a series that this one stands on, laid on the sources first')
    .option('--seed <n>', 'seed of every random stream', wholeNumber)
    .option('--samples <n>', 'paired draws for each claim', positiveNumber)
    .option('--assume <key=value>', 'a cost of your machine in place of ours; may be repeated', collect)
    .option('--explain <claim>', 'why one claim got its verdict: c5, or 5')
    .option('--trace <file>', 'with --explain: one run of each side, for Perfetto (.json) or as text')
    .option('--out <file>', 'write the result to a file instead of stdout')
    .action(async (input: string, options: EvaluateOptions) => {
      const { runEvaluate } = await import('./cli/run-evaluate.ts');
      process.exitCode = await runEvaluate(input, options);
    });
}

function stageCommand(giveback: Command, name: StageName, description: string): void {
  giveback
    .command(name)
    .description(description)
    .argument('<input>', INPUT_HELP)
    .option('--json', 'as JSON')
    .option('--out <file>', 'write the result to a file instead of stdout')
    .action(async (input: string, options: StageOptions) => {
      const { runStage } = await import('./cli/run-stage.ts');
      process.exitCode = await runStage(name, input, options);
    });
}

function modelCommand(giveback: Command): void {
  const command = giveback
    .command('model')
    .description('the giveback path before and after, its changes and hazards; or a host driver as it is')
    .argument('[input]', INPUT_HELP)
    .option('--json', 'as JSON')
    .option('--tree <dir>', TREE_HELP)
    .option('--driver <name>', "instead of an input: a host driver of the tree, or 'all'")
    .option('--out <file>', 'write the result to a file instead of stdout')
    .action(async (input: string | undefined, { driver, ...options }: ModelOptions) => {
      process.exitCode = await runModel({ input, driver, options }, command);
    });
}

type ModelOptions = StageOptions & { readonly driver?: string };

interface AskedModel {
  readonly input: string | undefined;
  readonly driver: string | undefined;
  readonly options: StageOptions;
}

/** A series, or a driver of a tree: one of them, and a driver stands nowhere but in a tree. */
async function runModel({ input, driver, options }: AskedModel, command: Command): Promise<ExitCode> {
  if (input !== undefined && driver === undefined)
    return (await import('./cli/run-stage.ts')).runStage('model', input, options);
  if (input !== undefined || driver === undefined)
    command.error("error: give an input, or '--driver <name>'");
  const { tree } = options;
  if (tree === undefined) command.error("error: '--driver' needs '--tree <dir>'");
  return (await import('./cli/run-profile.ts')).runProfile({ ...options, tree, driver });
}

function scanCommand(giveback: Command): void {
  giveback
    .command('scan')
    .description('one line for each series of an archive that claims performance')
    .argument(
      '<archive>',
      "an mbox (plain or .gz, '-' for stdin), a public-inbox git directory, or a directory of mails",
    )
    .option('--since <date>', 'only what came since that day, as 2026-01-31', isoDate)
    .option('--json', 'as JSON, one object a line')
    .action(async (archive: string, options: ScanOptions) => {
      const { runScan } = await import('./cli/run-scan.ts');
      process.exitCode = await runScan(archive, options);
    });
}

/** A day, or an instant with its seconds and zone, in the one form in which mails keep their dates. */
function isoDate(text: string): string {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(instant);
  if (!isIso || Number.isNaN(Date.parse(instant)))
    throw new InvalidArgumentError('must be a day such as 2026-01-31.');
  return instant.replace(/Z$/, '+00:00');
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('must be a whole number.');
  return value;
}

function positiveNumber(text: string): number {
  const value = wholeNumber(text);
  if (value < 1 || value > 100_000) throw new InvalidArgumentError('must be between 1 and 100000.');
  return value;
}

/** Faults and bugs end here, with one line on stderr; `GIVEBACK_DEBUG` adds the stack. */
async function main(): Promise<void> {
  try {
    await program().parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.evaluated : ExitCode.usage;
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`giveback: ${text}\n`);
  if (process.env['GIVEBACK_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return ExitCode.ownFault;
}

await main();
