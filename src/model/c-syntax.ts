/**
 * A node of a C syntax tree, plain data. `type` and `field` are the names of tree-sitter's C grammar: "if_statement",
 * "condition". `line` counts from 1. A broken node holds text the grammar could not read.
 */
export interface CNode {
  readonly type: string;
  /** What the node is to its parent; null when the grammar gives it no name. */
  readonly field: string | null;
  readonly text: string;
  readonly line: number;
  readonly isBroken: boolean;
  readonly children: readonly CNode[];
}

/** Reads C, a whole file or one function, and never throws: what is no C becomes broken nodes. */
export type ParseC = (source: string) => CNode;

/** The child that is `field` to its parent. */
export function childOf(node: CNode, field: string): CNode | null {
  return node.children.find((child) => child.field === field) ?? null;
}

/** Whether the tree has more levels than that: what is walked by recursion is measured first. */
export function isDeeperThan(root: CNode, levels: number): boolean {
  let level: readonly CNode[] = [root];
  for (let depth = 0; depth < levels && level.length > 0; depth += 1)
    level = level.flatMap(({ children }) => children);
  return level.length > 0;
}

/** The node and everything below it, in the order of the text. */
export function* nodesOf(root: CNode): Generator<CNode> {
  const open: CNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (const child of node.children.toReversed()) open.push(child);
  }
}
