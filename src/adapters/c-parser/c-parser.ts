import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';
import type { CNode, ParseC } from '../../model/c-syntax.ts';

/** Loads the C grammar once and gives the parser; after that, reading C needs neither disk nor waiting. */
export async function loadCParser(): Promise<ParseC> {
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve('tree-sitter-c/tree-sitter-c.wasm');
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(grammar)));
  return (source) => parse(parser, source);
}

interface Growing extends CNode {
  readonly children: CNode[];
}

/** The tree lives in the grammar's own memory: it is copied out and freed before anyone sees it. */
function parse(parser: Parser, source: string): CNode {
  const tree = parser.parse(source);
  if (tree === null) throw new Error('the C parser has no language');
  const cursor = tree.walk();
  try {
    return copied(cursor, source);
  } finally {
    cursor.delete();
    tree.delete();
  }
}

/** Depth first without recursion: a mail decides how deep its brackets go. */
function copied(cursor: TreeCursor, source: string): CNode {
  const root = nodeAt(cursor, source);
  const path: Growing[] = [root];
  if (!cursor.gotoFirstChild()) return root;
  for (;;) {
    const node = nodeAt(cursor, source);
    path.at(-1)?.children.push(node);
    if (cursor.gotoFirstChild()) {
      path.push(node);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      path.pop();
      if (!cursor.gotoParent() || path.length === 0) return root;
    }
  }
}

function nodeAt(cursor: TreeCursor, source: string): Growing {
  return {
    type: cursor.nodeType,
    field: cursor.currentFieldName,
    text: source.slice(cursor.startIndex, cursor.endIndex),
    line: cursor.startPosition.row + 1,
    isBroken: cursor.nodeType === 'ERROR' || cursor.nodeIsMissing,
    children: [],
  };
}
