import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Bench, compare, type Row } from './compare.ts';
import { benchTable, writeFigures } from './figures.ts';

const here = dirname(fileURLToPath(import.meta.url));
const FIGURES = join(here, '..', '..', 'docs', 'performance.md');

/** Each *.bench.ts exports `benches`; a word on the command line keeps the files whose name holds it. */
async function benchesOf(word: string): Promise<Bench[]> {
  const files = readdirSync(here).filter((name) => name.endsWith('.bench.ts') && name.includes(word));
  const loaded: Bench[] = [];
  for (const file of files.sort()) {
    const { benches } = (await import(`./${file}`)) as { benches: readonly Bench[] };
    loaded.push(...benches);
  }
  return loaded;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, rounds: { type: 'string', default: '7' } },
});
const rows: Row[] = [];
for (const bench of await benchesOf(positionals[0] ?? '')) {
  rows.push(await compare(bench, Number(values.rounds)));
  bench.close?.();
  console.error(`${bench.name}: done`);
}
console.log(benchTable(rows));
if (values.write) writeFigures(FIGURES, rows);
