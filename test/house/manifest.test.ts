import { describe, expect, it } from 'vitest';
import { GATES } from '../gates/gates.ts';
import { codeRows, ourFiles, textOf } from './tree.ts';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(textOf('package.json'));
const versions = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
const explained = codeRows(textOf('docs/design.md'));
const prose = ourFiles().filter((path) => path.endsWith('.md') && !path.startsWith('test/'));

const scriptsNamed = (text: string): string[] =>
  [...text.matchAll(/\bnpm run (?:--silent )?([a-z][a-z0-9:-]*)/g)].map((match) => match[1] ?? '');
const gatesNamed = (text: string): string[] =>
  [...text.matchAll(/\bnpm run check -- ((?:[a-z-]+ ?)+)/g)].flatMap((match) =>
    (match[1] ?? '').trim().split(' '),
  );

describe('package.json', () => {
  it('has no dependency that docs/design.md does not give a reason for', () => {
    expect(Object.keys(versions).filter((name) => !explained.includes(name))).toEqual([]);
  });

  it('has every dependency that docs/design.md gives a reason for', () => {
    expect(explained.filter((name) => !(name in versions))).toEqual([]);
  });

  it('pins every version exactly', () => {
    expect(Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

describe('prose', () => {
  it.each(prose)('%s names only commands that exist', (path) => {
    const text = textOf(path);
    expect(scriptsNamed(text).filter((name) => !(name in manifest.scripts))).toEqual([]);
    const gates = GATES.map((gate) => gate.name);
    expect(gatesNamed(text).filter((name) => name !== '--except' && !gates.includes(name))).toEqual([]);
  });

  it('tells a contributor the command that decides', () => {
    for (const path of ['CONTRIBUTING.md', 'STYLE.md']) expect(scriptsNamed(textOf(path))).toContain('check');
  });
});

describe('.ci/run', () => {
  it('runs what a contributor is told to run', () => {
    const script = textOf('.ci/run');
    for (const command of ['npm ci', 'npm test', 'check -- --except tests'])
      expect(script).toContain(command);
  });
});
