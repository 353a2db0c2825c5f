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
    throw new Error(`no gate is called ${unknown.join(', ')}; there are ${namesOf(GATES)}`);
  const wanted = positionals.length > 0 ? positionals : known;
  return GATES.filter((gate) => wanted.includes(gate.name) && !values.except.includes(gate.name));
}

const namesOf = (gates: readonly Gate[]): string => gates.map((gate) => gate.name).join(', ');

async function failedGates(gates: readonly Gate[], root: string): Promise<string[]> {
  const failed: string[] = [];
  for (const gate of gates) {
    console.log(`--- ${gate.name}`);
    const started = performance.now();
    const passed = await gate.run(root);
    console.log(
      `${gate.name}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
    if (!passed) failed.push(gate.name);
  }
  return failed;
}

const gates = chosenGates(process.argv.slice(2));
const failed = await failedGates(gates, process.cwd());
process.exitCode = failed.length > 0 ? 1 : 0;
console.log(
  failed.length > 0 ? `check: failed at ${failed.join(', ')}` : `check: ${gates.length} gates passed`,
);
