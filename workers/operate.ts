import { parseArgs } from 'node:util';
import { openStore } from '../src/adapters/store/open-store.ts';
import { ExitCode } from '../src/cli/exit-code.ts';
import { complain, harmless, writeResult } from '../src/cli/output.ts';
import { servicePlace } from '../src/cli/service-place.ts';
import { readSettings } from '../src/settings.ts';
import { readServiceSettings } from '../src/settings-service.ts';
import { type OperatorAnswer, operatorAnswer } from './operator.ts';

// One command of an operator: the subject, then the verb and its words. It changes the store and nothing else; what is
// due by it the running service finds there.

/** What there is to say where the answer says nothing itself. */
const DONE = {
  ...{ started: 'a run is planned', waits: 'such a run waits already', done: 'done' },
  ...{ 'not understood': 'it was not understood', unreadable: 'it can not be read' },
  'unknown thread': 'no thread of the service has it',
} as const satisfies Record<OperatorAnswer['did'], string>;

const CODES = {
  ...{ started: ExitCode.evaluated, waits: ExitCode.evaluated, done: ExitCode.evaluated },
  ...{ 'not understood': ExitCode.usage, unreadable: ExitCode.usage },
  'unknown thread': ExitCode.nothingToEvaluate,
} as const satisfies Record<OperatorAnswer['did'], ExitCode>;

const { values, positionals } = parseArgs({ options: { data: { type: 'string' } }, allowPositionals: true });
const [subject = '', ...words] = positionals;
const place = servicePlace(values.data);
const store = await openStore(place.database);
const ports = {
  ...{ store, clock: Date.now, settings: readSettings(), service: readServiceSettings(place.directory) },
  queue: { add: async () => {} },
};

try {
  process.exitCode = told(await operatorAnswer({ subject, words }, ports));
} catch (error) {
  complain(subject, error instanceof Error ? error.message : String(error));
  process.exitCode = ExitCode.ownFault;
} finally {
  await store.close();
}

function told({ did, says }: OperatorAnswer): ExitCode {
  const lines = says.length === 0 ? [DONE[did]] : says;
  const code = CODES[did];
  if (code === ExitCode.evaluated) writeResult(`${lines.map(harmless).join('\n')}\n`, undefined);
  else complain(subject, lines.join('; '));
  return code;
}
