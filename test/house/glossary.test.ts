import { describe, expect, it } from 'vitest';
import { ourFiles, textOf, twice } from './tree.ts';

const lines = textOf('docs/glossary.md').split('\n');
const ENTRY = /^\*\*([^*]+)\*\*(?: \(`([^`]+)`\))?: (.+)$/;
const entries = lines.flatMap((line) => {
  const [, word, variable, meaning] = ENTRY.exec(line) ?? [];
  return word && meaning ? [{ word, variable, meaning }] : [];
});

const FIELD = [
  ...[
    'URB',
    'giveback',
    'HCD',
    'HCD_BH',
    'TD',
    'hardirq',
    'softirq',
    'tasklet',
    'threaded handler',
    'completion',
  ],
  ...['series', 'cover letter', 'patch', 'revision', 'trailer', 'Message-ID', 'In-Reply-To', 'References'],
  ...['thread', 'base-commit', 'claim', 'workload', 'measurement', 'verdict', 'reply', 'equivalence margin'],
  ...['draw', 'baseline', 'hazard', 'era'],
];

describe('docs/glossary.md', () => {
  it('defines each word once, with or without capitals', () => {
    expect(twice(entries.map(({ word }) => word.toLowerCase()))).toEqual([]);
  });

  it('gives a variable name to one word only', () => {
    expect(twice(entries.flatMap(({ variable }) => variable ?? []))).toEqual([]);
  });

  it('gives only variable names that the code uses', () => {
    const code = ourFiles()
      .filter((path) => path.startsWith('src/') && path.endsWith('.ts'))
      .map(textOf)
      .join('\n');
    const used = new Set(code.split(/[^A-Za-z]+/));
    expect(entries.flatMap(({ variable }) => (variable && !used.has(variable) ? [variable] : []))).toEqual(
      [],
    );
  });

  it('defines the words of the field', () => {
    const defined = new Set(entries.map(({ word }) => word));
    expect(FIELD.filter((word) => !defined.has(word))).toEqual([]);
  });

  it('is written so that every bold word is an entry', () => {
    expect(lines.filter((line) => line.startsWith('**') && !ENTRY.test(line))).toEqual([]);
  });
});
