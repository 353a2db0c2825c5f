import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantTree } from '../support/planted-tree.ts';

/** Runs `vitest run` in a tree with these tests; `shared` is where it looks for the real mails. */
function runTests(tests: Readonly<Record<string, string>>, shared = 'nowhere', ...args: string[]) {
  const tree = plantTree(tests);
  const runner = join(tree.root, 'node_modules', '.bin', 'vitest');
  const env = { ...process.env, GIVEBACK_SHARED: shared, CI: 'true' };
  const ran = spawnSync(runner, ['run', ...args], { cwd: tree.root, env, encoding: 'utf8' });
  tree.remove();
  return { status: ran.status, said: ran.stderr, lastLine: ran.stdout.trimEnd().split('\n').at(-1) };
}

const file = (...lines: string[]) => ["import { expect, it } from 'vitest';", ...lines, ''].join('\n');
const passing = file("it('passes', () => expect(1).toBe(1));");
const failing = file("it('fails', () => expect(1).toBe(2));", "it.skip('rests', () => undefined);");
const skipping = file("it.skip('needs real mails', () => undefined);", "it('does not', () => undefined);");
const broken = "import './nowhere.ts';\n";
const golden = file("it('is new', () => expect('x').toMatchFileSnapshot('new.txt'));");

describe('the summary line', () => {
  it('counts what passed, failed and was skipped, and comes last', () => {
    const { status, lastLine } = runTests({ 'test/a.test.ts': passing, 'test/b.test.ts': failing });
    expect(lastLine).toBe('1 passed, 1 failed, 1 skipped');
    expect(status).toBe(1);
  });

  it('counts a file that broke before its first test as one failure', () => {
    const { status, lastLine } = runTests({ 'test/a.test.ts': passing, 'test/b.test.ts': broken });
    expect(lastLine).toBe('1 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });

  it('lets acceptance tests be skipped in a checkout that stands alone', () => {
    const { status, lastLine } = runTests({ 'test/acceptance/seeds.test.ts': skipping });
    expect(lastLine).toBe('1 passed, 0 failed, 1 skipped');
    expect(status).toBe(0);
  });

  it('fails a run that skips an acceptance test although the real mails are there', () => {
    const { status, said, lastLine } = runTests({ 'test/acceptance/seeds.test.ts': skipping }, 'test');
    expect(said).toContain('skipped although the real mails are here: needs real mails');
    expect(lastLine).toBe('1 passed, 0 failed, 1 skipped');
    expect(status).toBe(1);
  });

  it('fails a run that would have to make a missing golden file', () => {
    const { status, lastLine } = runTests({ 'test/a.test.ts': golden });
    expect(lastLine).toBe('0 passed, 1 failed, 0 skipped');
    expect(status).toBe(1);
  });
});
