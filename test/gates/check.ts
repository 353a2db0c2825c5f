import { parseArgs } from 'node:util';
import { GATES, type Gate } from './gates.ts';

/** `npm run check` runs every gate, `npm run check -- layers types` some, `-- --except tests` all but some. */
function chosenGates(args: readonly string[]): readonly Gate[] {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { except: { type: 'string', multiple: true, default: [] } },
  });
  const known: readonly string[] = GATES.map((gate) => gate.name);
  const unknown = [...positionals, ...values.except].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`no gate is called ${unknown.join(', ')}; there are ${known.join(', ')}`);
  const wanted = positionals.length > 0 ? positionals : known;
  return GATES.filter((gate) => wanted.includes(gate.name) && !values.except.includes(gate.name));
}

/** Printed in one piece when it is known: gates run side by side. */
async function passes(gate: Gate, root: string): Promise<boolean> {
  if (gate.isAlone) console.log(`--- ${gate.name}`);
  const started = performance.now();
  const { passed, said } = await gate.run(root);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const head = gate.isAlone ? '' : `--- ${gate.name}\n`;
  console.log(`${head}${said}${gate.name}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  return passed;
}

const gates = chosenGates(process.argv.slice(2));
const root = process.cwd();
const together = gates
  .filter((gate) => !gate.isAlone)
  .map(async (gate) => [gate, await passes(gate, root)] as const);
const ended = await Promise.all(together);
for (const gate of gates.filter(({ isAlone }) => isAlone)) ended.push([gate, await passes(gate, root)]);
const failed = ended.filter(([, passed]) => !passed).map(([gate]) => gate.name);
const passed = gates.map((gate) => gate.name);
process.exitCode = failed.length > 0 ? 1 : 0;
console.log(
  failed.length > 0 ? `check: failed at ${failed.join(', ')}` : `check: passed ${passed.join(', ')}`,
);
