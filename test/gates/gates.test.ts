import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { plantTree } from '../support/planted-tree.ts';
import { GATES } from './gates.ts';
import { layerViolations } from './layers.ts';
import { NEIGHBOURS, PLANTS } from './plants.ts';

/** What `npm run check -- ARGS` prints and gives in a sound tree with these files on top. */
function check(args: readonly string[], planted: Readonly<Record<string, string>> = {}) {
  const tree = plantTree(planted);
  const runner = join(tree.root, 'node_modules', '.bin', 'tsx');
  const ran = spawnSync(runner, ['test/gates/check.ts', ...args], { cwd: tree.root, encoding: 'utf8' });
  tree.remove();
  const said = `${ran.stdout}\n${ran.stderr}`;
  return { status: ran.status, said, lastLine: ran.stdout.trimEnd().split('\n').at(-1) };
}

/** Tools print a file's complaints beside its path, or under it up to the next blank line. */
const saidOf = (path: string, said: string): string =>
  said
    .split(/\n\s*\n/)
    .flatMap((block) => (block.includes('->') ? block.split('\n') : [block]))
    .filter((part) => part.includes(path) || part.includes(`${path.split('/')[0]}/:`))
    .join('\n');

describe('the gates', () => {
  it('let a sound tree through', () => {
    const gates = GATES.map((gate) => gate.name).filter((name) => name in PLANTS);
    expect(gates).toHaveLength(Object.keys(PLANTS).length);
    const { status, said, lastLine } = check(gates);
    for (const gate of gates) expect(said).toContain(`${gate}: passed`);
    expect(lastLine).toBe(`check: passed ${gates.join(', ')}`);
    expect(status).toBe(0);
  });

  it('are not content with a tree in which they find no code', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'giveback-gate-'));
    expect(await layerViolations(empty)).toEqual(['no source was found, so nothing was checked']);
    rmSync(empty, { recursive: true });
  });

  it('refuse a name that is no gate, rather than check nothing', () => {
    const { status, said } = check(['layer']);
    expect(said).toContain('no gate is called layer');
    expect(status).not.toBe(0);
  });
});

describe.each(Object.entries(PLANTS))('the gate %s', (gate, plants) => {
  let ran: ReturnType<typeof check>;

  beforeAll(() => {
    ran = check([gate], {
      ...NEIGHBOURS,
      ...Object.fromEntries(plants.map(({ path, text }) => [path, text])),
    });
  });

  it('fails, and the last line names it', () => {
    expect(ran.lastLine).toBe(`check: failed at ${gate}`);
    expect(ran.status).toBe(1);
  });

  it.each(plants)('stops $what', ({ path, sign }) => {
    expect(saidOf(path, ran.said)).toContain(sign);
  });
});
