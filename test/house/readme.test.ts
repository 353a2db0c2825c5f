import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';
import { ourFiles, root, textOf } from './tree.ts';

interface Example {
  readonly args: string;
  readonly output: string;
}

const PROMPT = /^\$ (?:npm ci && )?(?:npm run -s )?giveback (.+)$/;

/** What stands in a `console` block after a prompt, up to the next prompt or the end of the block. */
function examplesOf(markdown: string): Example[] {
  const blocks = markdown.split('\n```').filter((block) => block.startsWith('console\n'));
  const commands = blocks.flatMap((block) => block.slice('console\n'.length).split(/\n(?=\$ )/));
  return commands.flatMap((command) => {
    const [prompt = '', ...output] = command.split('\n');
    const args = PROMPT.exec(prompt)?.[1];
    return args === undefined ? [] : [{ args, output: output.join('\n').trimEnd() }];
  });
}

function giveback(args: string): string {
  const ran = spawnSync(process.execPath, [CLI, ...args.split(' ')], {
    cwd: root,
    encoding: 'utf8',
  });
  return ran.stdout.trimEnd();
}

const readme = ourFiles().includes('README.md') ? textOf('README.md') : '';
const examples = examplesOf(readme);

describe('README.md', () => {
  it('tells how to pass the tests, as .ci/run does it', () => {
    expect(readme).toContain('npm ci && npm test');
  });

  it('shows a screenful of real output', () => {
    expect(examples.filter(({ output }) => output.split('\n').length > 5).length).toBeGreaterThan(0);
  });

  it.each(examples)('shows what `giveback $args` prints', ({ args, output }) => {
    expect(giveback(args)).toBe(output);
  });
});

describe('examplesOf', () => {
  it('reads prompts and their output, and no other block', () => {
    const text =
      'A\n\n```console\n$ npm ci && npm run -s giveback a b\none\ntwo\n\n$ giveback c\n```\n\n```\n$ giveback d\n```\n';
    expect(examplesOf(text)).toEqual([
      { args: 'a b', output: 'one\ntwo' },
      { args: 'c', output: '' },
    ]);
  });
});
