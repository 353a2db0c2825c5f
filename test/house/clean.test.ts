import { describe, expect, it } from 'vitest';
import { ourFiles, textOf } from './tree.ts';

/** Written so that no pattern finds itself. */
const ELSEWHERE: readonly RegExp[] = [
  /(?<![\w.~-])\/(?:wor[k]|hom[e]|roo[t]|User[s])\/[\w.-]/,
  /\.librar[y]\b|far[m]-(?:studio|bench)/,
  /\b(?:clau[d]e|anthropi[c]|chatgp[t]|copilo[t]|subagen[t])\b/i,
  /\b(?:an? |the |AI |coding )(?:assistan[t]|sessio[n]) (?:wrote|made|started|of the project)\b/i,
  /\bthe sessio[n]\b/i,
];
const SUPPRESSED = /biome-ignor[e]|@ts-(?:ignor[e]|nochec[k]|expect-erro[r])|eslint-disabl[e]/;
const UNFINISHED = /\b(?:TOD[O]|FIXM[E]|XX[X])\b/;

const isText = (path: string) => /\.(?:ts|js|json|md|yml|txt|mbox|eml|patch)$|\/run$|^\.[a-z]/.test(path);
const files = ourFiles().filter((path) => isText(path) && path !== 'package-lock.json');

const linesWith = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 100)}`] : [],
      ),
  );

describe('the tree', () => {
  it('speaks of the project alone: no path or name of the place where it was written', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(ELSEWHERE.flatMap((pattern) => linesWith(files, pattern))).toEqual([]);
  });

  it('suppresses no complaint of a tool', () => {
    const code = files.filter((path) => path.endsWith('.ts') && path !== 'test/gates/plants.ts');
    expect(linesWith(code, SUPPRESSED)).toEqual([]);
  });

  it('leaves nothing marked as unfinished', () => {
    expect(
      linesWith(
        files.filter((path) => /^(?:src|workers|docs)\//.test(path)),
        UNFINISHED,
      ),
    ).toEqual([]);
  });
});
