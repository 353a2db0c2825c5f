import { type CNode, childOf, isDeeperThan, type ParseC } from './c-syntax.ts';
import { afterCall, ENTERED, type FlowState, met } from './flow-state.ts';
import type { SourceFunction } from './source-file.ts';

/** A call inside a function, and what the function has done by then. */
export interface FlowCall {
  readonly name: string;
  /** As they are written, with single blanks. */
  readonly args: readonly string[];
  /** In the file, from 1. */
  readonly line: number;
  readonly state: FlowState;
  /** What must be so for the call to be made: conditions of `if`, `?:`, `&&` and `||` around it, outermost first. */
  readonly conditions: readonly string[];
  /** The list_for_each macros around it, outermost first. */
  readonly walks: readonly string[];
}

/** Where control may be; null where it cannot come. */
type Flow = FlowState | null;

interface Walk {
  /** By node: a loop comes by twice, and the worse of both counts. */
  readonly calls: Map<CNode, FlowCall>;
  readonly labels: Map<string, Flow>;
  readonly leaving: Flow[];
  readonly conditions: readonly string[];
  readonly walks: readonly string[];
  readonly loops: number;
}

/** Loops are gone through twice, those deep inside others once. */
const ROUNDS = 2;
const LOOPS_TWICE = 3;
const LEVELS_MAX = 200;
/** Of a condition's text, as much is kept. */
const CONDITION_MAX = 200;

/**
 * Every call of a function that can be reached, in the order of the text, with the locks and the interrupts as its own
 * statements leave them. Empty when the parser makes nothing of it. A goto that leads backwards is not followed.
 */
export function flowOf({ text, line }: SourceFunction, parseC: ParseC): readonly FlowCall[] {
  const root = parseC(`void f(void)${text.slice(text.indexOf('{'))}`);
  const definition = root.children.find(({ type }) => type === 'function_definition');
  const body = definition ? childOf(definition, 'body') : null;
  if (body === null || isDeeperThan(body, LEVELS_MAX)) return [];
  const walk: Walk = {
    calls: new Map(),
    labels: new Map(),
    leaving: [],
    conditions: [],
    walks: [],
    loops: 0,
  };
  through(body, ENTERED, walk);
  return [...walk.calls.values()].map((call) => ({ ...call, line: line + call.line - 1 }));
}

function through(node: CNode, flow: Flow, walk: Walk): Flow {
  switch (node.type) {
    case 'if_statement':
    case 'conditional_expression':
      return throughChoice(node, flow, walk);
    case 'for_statement':
    case 'while_statement':
    case 'do_statement':
      return throughLoop(node, flow, walk);
    case 'switch_statement':
      return throughSwitch(node, flow, walk);
    case 'binary_expression':
      return throughBinary(node, flow, walk);
    case 'labeled_statement':
      return throughLabel(node, flow, walk);
    case 'goto_statement':
      return throughGoto(node, flow, walk);
    case 'break_statement':
    case 'continue_statement':
      walk.leaving.push(flow);
      return null;
    case 'return_statement':
      throughAll(node.children, flow, walk);
      return null;
    case 'call_expression':
    case 'macro_type_specifier':
      return throughCall(node, throughAll(node.children, flow, walk), walk);
    default:
      return throughAll(node.children, flow, walk);
  }
}

/** One after the other; a block behind a macro such as list_for_each_entry() is that macro's loop. */
function throughAll(children: readonly CNode[], from: Flow, walk: Walk): Flow {
  let flow = from;
  let macro: CNode | null = null;
  for (const child of children) {
    flow = macro ? throughLoop(child, flow, inWalk(walk, macro)) : through(child, flow, walk);
    macro = child.type === 'expression_statement' && !child.text.endsWith(';') ? child : null;
  }
  return flow;
}

function inWalk(walk: Walk, macro: CNode): Walk {
  return macro.text.includes('for_each') ? { ...walk, walks: [...walk.walks, flat(macro.text)] } : walk;
}

function throughChoice(node: CNode, from: Flow, walk: Walk): Flow {
  const condition = childOf(node, 'condition');
  const consequence = childOf(node, 'consequence');
  const alternative = childOf(node, 'alternative');
  const flow = condition ? through(condition, from, walk) : from;
  const inner = condition ? under(walk, condition) : walk;
  const then = consequence ? through(consequence, flow, inner) : flow;
  return met(then, alternative ? through(alternative, flow, inner) : flow);
}

/** The right side of `&&` and `||` hangs on the left one. */
function throughBinary(node: CNode, from: Flow, walk: Walk): Flow {
  const [left, sign, right] = node.children;
  const flow = left ? through(left, from, walk) : from;
  if (right === undefined || left === undefined) return flow;
  const isLazy = sign?.text === '&&' || sign?.text === '||';
  return isLazy ? met(flow, through(right, flow, under(walk, left))) : through(right, flow, walk);
}

function under(walk: Walk, condition: CNode): Walk {
  return { ...walk, conditions: [...walk.conditions, flat(condition.text)] };
}

function throughLoop(node: CNode, from: Flow, walk: Walk): Flow {
  const inner: Walk = { ...walk, leaving: [], loops: walk.loops + 1 };
  const rounds = walk.loops < LOOPS_TWICE ? ROUNDS : 1;
  let flow = from;
  for (let round = 0; round < rounds; round += 1) flow = met(flow, throughAll(node.children, flow, inner));
  return inner.leaving.reduce(met, flow);
}

function throughSwitch(node: CNode, from: Flow, walk: Walk): Flow {
  const inner: Walk = { ...walk, leaving: [] };
  const entry = node.children.reduce<Flow>(
    (flow, child) => (child.field === 'body' ? flow : through(child, flow, walk)),
    from,
  );
  let flow: Flow = null;
  for (const child of childOf(node, 'body')?.children ?? [])
    flow = through(child, child.type === 'case_statement' ? met(flow, entry) : flow, inner);
  return inner.leaving.reduce(met, met(flow, entry));
}

function throughLabel(node: CNode, from: Flow, walk: Walk): Flow {
  const label = childOf(node, 'label')?.text ?? '';
  return throughAll(node.children, met(from, walk.labels.get(label) ?? null), walk);
}

function throughGoto(node: CNode, flow: Flow, walk: Walk): Flow {
  const label = childOf(node, 'label')?.text ?? '';
  walk.labels.set(label, met(walk.labels.get(label) ?? null, flow));
  return null;
}

/** `f(container_of(p, struct T, m));` looks like a declaration to the grammar, which then knows no arguments. */
function throughCall(node: CNode, flow: Flow, walk: Walk): Flow {
  const name = (childOf(node, 'function') ?? childOf(node, 'name'))?.text ?? '';
  if (flow === null) return null;
  const args = argumentsOf(node);
  const { conditions, walks } = walk;
  const state = met(walk.calls.get(node)?.state ?? null, flow) ?? flow;
  walk.calls.set(node, { name, args, line: node.line, state, conditions, walks });
  return afterCall(flow, name, args[0] ?? '');
}

function argumentsOf(call: CNode): string[] {
  const children = childOf(call, 'arguments')?.children ?? [];
  return children
    .filter(({ type }) => type !== '(' && type !== ')' && type !== ',' && type !== 'comment')
    .map(({ text }) => flat(text));
}

function flat(text: string): string {
  return text.slice(0, CONDITION_MAX).replaceAll(/\s+/g, ' ').trim();
}
