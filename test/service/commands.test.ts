import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandHelp, mayGive, RULES, readComment, readMail } from '../../src/service/commands.ts';

const said = (read: ReturnType<typeof readComment>): string =>
  read.kind === 'command' ? [read.command.verb, ...read.command.words].join(' ') : read.kind;

const verbOf = (read: ReturnType<typeof readComment>): string =>
  read.kind === 'command' ? read.command.verb : read.kind;

describe('a comment', () => {
  it.each([
    ['/giveback rerun', 'rerun'],
    ['/giveback rerun\nthank you', 'rerun'],
    ['/giveback rerun\r\nthank you', 'rerun'],
    ['/giveback', 'help'],
    ['/giveback explain c1', 'explain c1'],
    ['/giveback dispute c1 it is per second', 'dispute c1 it is per second'],
    ['/giveback explain', 'unreadable'],
    ['/giveback rerun now', 'unreadable'],
    ['/giveback assume lockNs=20 irqNs=500', 'assume lockNs=20 irqNs=500'],
    ['/giveback depends', 'unreadable'],
    ['/giveback stop list', 'stop list'],
    ['/giveback start repo', 'start list'],
    ['/giveback stop everything', 'unreadable'],
    ['/giveback publish', 'publish'],
    ['/giveback publish now', 'unreadable'],
    ['thanks\n/giveback rerun', 'none'],
    ['> /giveback rerun', 'none'],
    ['`/giveback rerun`', 'none'],
    [' /giveback rerun', 'none'],
    ['/givebackrerun', 'none'],
    ['/rerun', 'none'],
    ['', 'none'],
  ])('%j is read as %s', (body, expected) => {
    expect(said(readComment(body))).toBe(expected);
  });

  it('is read whatever it holds', () => {
    fc.assert(fc.property(fc.string(), (text) => said(readComment(`/giveback ${text}`)).length > 0));
  });
});

describe('a mail', () => {
  const readsAs = (text: string) => readMail(text, 3).map(({ read }) => said(read));

  it('holds commands at the start of its own lines', () => {
    expect(readsAs('Hi,\n\ngiveback: rerun\n> giveback: stop\nI said giveback: stop\n')).toEqual(['rerun']);
  });

  it('holds none in its signature, its diff or after the third', () => {
    expect(readsAs('-- \ngiveback: stop\n')).toEqual([]);
    expect(readsAs('text\n---\ngiveback: stop\n')).toEqual([]);
    expect(readsAs('yes\n-----Original Message-----\ngiveback: stop\n')).toEqual([]);
    expect(readsAs('giveback: stop\n'.repeat(9))).toHaveLength(3);
  });
});

describe('the right to ask', () => {
  const nobody = { isAuthor: false, isWriter: false, isOfList: false, isOperator: false };
  const who = {
    stranger: nobody,
    author: { ...nobody, isAuthor: true },
    writer: { ...nobody, isWriter: true },
    maintainer: { ...nobody, isOfList: true },
    operator: { ...nobody, isOperator: true },
  } as const;
  const anybody = 'explain dispute why-silent stop help';
  const author = 'rerun explain assume base depends dispute why-silent cancel stop help';

  it.each([
    ['stranger', anybody],
    ['author', author],
    ['writer', author.replace('stop', 'stop start')],
    ['maintainer', author.replace('stop', 'stop start stop list start list publish')],
    ['operator', RULES.map(({ verb }) => verb).join(' ')],
  ] as const)('of a %s is for %s', (name, verbs) => {
    const may = RULES.filter((rule) => mayGive({ ...rule, words: [] }, who[name]));
    expect(may.map(({ verb }) => verb).join(' ')).toBe(verbs);
  });
});

describe('the help', () => {
  it('has a line for each command, which is read as that command', () => {
    const lines = commandHelp().map((line) => line.split(':')[0] ?? '');
    expect(lines.map((line) => verbOf(readComment(line)))).toEqual(RULES.map(({ verb }) => verb));
  });
});
