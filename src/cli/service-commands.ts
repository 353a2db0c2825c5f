import type { Command } from 'commander';
import { QUEUES } from '../ports/queue.ts';
import { isSwitch, OPERATOR_COMMANDS, THREAD_COMMANDS, THREAD_HELP } from './operator-commands.ts';

const DATA = [
  '--data <directory>',
  'where the service keeps its state (GIVEBACK_DATA, else ./giveback-data)',
] as const;

interface DataOption {
  readonly data?: string;
}

/** The commands of the service. Each loads its adapters when it runs: an evaluation needs neither a queue nor a store. */
export function addServiceCommands(giveback: Command): void {
  initCommand(giveback);
  serveCommands(giveback);
  receiveCommand(giveback);
  lookCommands(giveback);
  operatorCommands(giveback);
}

function initCommand(giveback: Command): void {
  giveback
    .command('init')
    .description('write a configuration to begin with, each key with a word about it')
    .argument('[directory]', 'where the service will keep its state', 'giveback-data')
    .option('--token', 'only choose a new token for the pages')
    .action(async (directory: string, { token }: { readonly token?: boolean }) => {
      const { runInit } = await import('./run-init.ts');
      process.exitCode = runInit(directory, token === true);
    });
}

function serveCommands(giveback: Command): void {
  giveback
    .command('serve')
    .description('follow the lists of lists.json, evaluate, and answer as far as each list allows')
    .option(...DATA)
    .action(async ({ data }: DataOption) => {
      const { runServe } = await import('./run-serve.ts');
      process.exitCode = await runServe(data);
    });
  giveback
    .command('worker')
    .description('join a service that runs: take its tasks, here or on another machine')
    .option(...DATA)
    .option('--queue <name...>', `which tasks: ${QUEUES.join(', ')}; all of them unless named`)
    .action(async ({ data, queue }: DataOption & { readonly queue?: readonly string[] }) => {
      const { runWorker } = await import('./run-worker.ts');
      process.exitCode = await runWorker(data, queue ?? QUEUES);
    });
}

function receiveCommand(giveback: Command): void {
  giveback
    .command('receive')
    .description('hand the mails of standard input to the service, for a pipe of a mail server')
    .argument('<list>', 'the list they belong to, as lists.json calls it')
    .option(...DATA)
    .action(async (list: string, { data }: DataOption) => {
      const { runReceive } = await import('./run-receive.ts');
      process.exitCode = await runReceive(list, data);
    });
}

function lookCommands(giveback: Command): void {
  giveback
    .command('status')
    .description('what the service has done, what waits, and what needs a person')
    .option(...DATA)
    .option('--json', 'as JSON')
    .action(async ({ data, json }: DataOption & { readonly json?: boolean }) => {
      const { runStatus } = await import('./run-status.ts');
      process.exitCode = await runStatus(data, json === true);
    });
  giveback
    .command('doctor')
    .description('look at everything the service needs, and say what to do about what is missing')
    .option(...DATA)
    .action(async ({ data }: DataOption) => {
      const { runDoctor } = await import('./run-doctor.ts');
      process.exitCode = await runDoctor(data);
    });
}

function operatorCommands(giveback: Command): void {
  for (const rule of THREAD_COMMANDS) threadCommand(giveback, rule);
  for (const [verb, argument, description] of OPERATOR_COMMANDS)
    giveback
      .command(verb)
      .description(description)
      .argument(argument)
      .option(...DATA)
      .action(async (subject: string, { data }: DataOption) => {
        const { runOperator } = await import('./run-operator.ts');
        process.exitCode = await runOperator(verb, subject, data);
      });
}

/** The words are read by the parser of all commands: here they are only counted. */
function threadCommand(giveback: Command, { verb, words, help }: (typeof THREAD_COMMANDS)[number]): void {
  const command = giveback.command(verb).description(help);
  if (isSwitch(verb)) command.argument('[thread]', `${THREAD_HELP}; every thread if it is missing`);
  else command.argument('<thread>', THREAD_HELP);
  for (const word of words) command.argument(word.startsWith('[') ? word.replace(']', '...]') : `<${word}>`);
  command.option(...DATA).action(async () => {
    const [thread, ...rest] = command.args;
    const { runCommand } = await import('./run-command.ts');
    process.exitCode = await runCommand({ verb, thread, words: rest, data: command.opts<DataOption>().data });
  });
}
