import { type CNode, childOf } from './c-syntax.ts';

/** What a place in a function hangs on. */
export interface Around {
  /** Conditions of `if`, `?:`, `&&` and `||` around it, outermost first, with single blanks. */
  readonly conditions: readonly string[];
  /** The list_for_each macros around it, outermost first, with single blanks. */
  readonly walks: readonly string[];
}

/** What a reader of control flow keeps of a place, and how it changes. */
export interface FlowRules<State> {
  /** Both ways at once. */
  readonly met: (one: State, other: State) => State;
  /** After a call; asked twice for a call inside a loop. */
  readonly afterCall: (call: CNode, state: State, around: Around) => State;
}

/** Where control may be; null where it cannot come. */
type Flow<State> = State | null;

interface Walk<State> extends Around {
  readonly rules: FlowRules<State>;
  /** What gotos bring to a label further down. */
  readonly labels: Map<string, Flow<State>>;
  /** What breaks and continues bring out of the loop or switch around them. */
  readonly leaving: Flow<State>[];
  /** Loops around the place. */
  readonly loops: number;
}

/** Loops are gone through twice, which brings what the first round left to the second; those deep inside others once. */
const ROUNDS = 2;
const LOOPS_TWICE = 3;
/** Of a condition's text, as much is kept. */
const CONDITION_MAX = 200;

/**
 * Follows the statements of a function: branches, loops, switches, returns and forward gotos, and asks the rules at each
 * call that can be reached. `body` is its compound statement. A goto that leads backwards is not followed.
 */
export function followFlow<State>(body: CNode, entry: State, rules: FlowRules<State>): void {
  through(body, entry, { rules, labels: new Map(), leaving: [], conditions: [], walks: [], loops: 0 });
}

/** A node's text on one line, with single blanks, cut where it gets long. */
export function flat(text: string): string {
  return text.slice(0, CONDITION_MAX).replaceAll(/\s+/g, ' ').trim();
}

function through<State>(node: CNode, flow: Flow<State>, walk: Walk<State>): Flow<State> {
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
    case 'call_expression':
    case 'macro_type_specifier':
      return throughCall(node, throughAll(node.children, flow, walk), walk);
    default:
      return throughLeap(node, flow, walk);
  }
}

/** Statements after which control does not go on, and all that is none of the above. */
function throughLeap<State>(node: CNode, flow: Flow<State>, walk: Walk<State>): Flow<State> {
  switch (node.type) {
    case 'goto_statement':
      return throughGoto(node, flow, walk);
    case 'break_statement':
    case 'continue_statement':
      walk.leaving.push(flow);
      return null;
    case 'return_statement':
      throughAll(node.children, flow, walk);
      return null;
    default:
      return throughAll(node.children, flow, walk);
  }
}

function both<State>(one: Flow<State>, other: Flow<State>, { rules }: Walk<State>): Flow<State> {
  return one === null || other === null ? (one ?? other) : rules.met(one, other);
}

/** One after the other; a block behind a macro such as list_for_each_entry() is that macro's loop. */
function throughAll<State>(children: readonly CNode[], from: Flow<State>, walk: Walk<State>): Flow<State> {
  let flow = from;
  let macro: CNode | null = null;
  for (const child of children) {
    flow = macro ? throughLoop(child, flow, inMacro(walk, macro)) : through(child, flow, walk);
    macro = child.type === 'expression_statement' && !child.text.endsWith(';') ? child : null;
  }
  return flow;
}

function inMacro<State>(walk: Walk<State>, macro: CNode): Walk<State> {
  return macro.text.includes('for_each') ? { ...walk, walks: [...walk.walks, flat(macro.text)] } : walk;
}

function throughChoice<State>(node: CNode, from: Flow<State>, walk: Walk<State>): Flow<State> {
  const condition = childOf(node, 'condition');
  const consequence = childOf(node, 'consequence');
  const alternative = childOf(node, 'alternative');
  const flow = condition ? through(condition, from, walk) : from;
  const inner = condition ? under(walk, condition) : walk;
  const then = consequence ? through(consequence, flow, inner) : flow;
  return both(then, alternative ? through(alternative, flow, inner) : flow, walk);
}

/** The right side of `&&` and `||` hangs on the left one. */
function throughBinary<State>(node: CNode, from: Flow<State>, walk: Walk<State>): Flow<State> {
  const [left, sign, right] = node.children;
  const flow = left ? through(left, from, walk) : from;
  if (right === undefined || left === undefined) return flow;
  const isLazy = sign?.text === '&&' || sign?.text === '||';
  return isLazy ? both(flow, through(right, flow, under(walk, left)), walk) : through(right, flow, walk);
}

function under<State>(walk: Walk<State>, condition: CNode): Walk<State> {
  return { ...walk, conditions: [...walk.conditions, flat(condition.text)] };
}

function throughLoop<State>(node: CNode, from: Flow<State>, walk: Walk<State>): Flow<State> {
  const inner: Walk<State> = { ...walk, leaving: [], loops: walk.loops + 1 };
  const rounds = walk.loops < LOOPS_TWICE ? ROUNDS : 1;
  let flow = from;
  for (let round = 0; round < rounds; round += 1)
    flow = both(flow, throughAll(node.children, flow, inner), walk);
  return left(inner, flow);
}

function throughSwitch<State>(node: CNode, from: Flow<State>, walk: Walk<State>): Flow<State> {
  const inner: Walk<State> = { ...walk, leaving: [] };
  let entry = from;
  for (const child of node.children) if (child.field !== 'body') entry = through(child, entry, walk);
  let flow: Flow<State> = null;
  for (const child of childOf(node, 'body')?.children ?? [])
    flow = through(child, child.type === 'case_statement' ? both(flow, entry, walk) : flow, inner);
  return left(inner, both(flow, entry, walk));
}

/** Behind a loop or a switch: what falls out of it, and what leaves it by break or continue. */
function left<State>(inner: Walk<State>, flow: Flow<State>): Flow<State> {
  let all = flow;
  for (const way of inner.leaving) all = both(all, way, inner);
  return all;
}

function throughLabel<State>(node: CNode, from: Flow<State>, walk: Walk<State>): Flow<State> {
  const label = childOf(node, 'label')?.text ?? '';
  return throughAll(node.children, both(from, walk.labels.get(label) ?? null, walk), walk);
}

function throughGoto<State>(node: CNode, flow: Flow<State>, walk: Walk<State>): Flow<State> {
  const label = childOf(node, 'label')?.text ?? '';
  walk.labels.set(label, both(walk.labels.get(label) ?? null, flow, walk));
  return null;
}

function throughCall<State>(node: CNode, flow: Flow<State>, walk: Walk<State>): Flow<State> {
  return flow === null ? null : walk.rules.afterCall(node, flow, walk);
}
