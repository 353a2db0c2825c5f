import { type CNode, childOf, isDeeperThan, type ParseC } from './c-syntax.ts';
import { type Around, flat, followFlow } from './control-flow.ts';
import { afterCall, ENTERED, type FlowState, met } from './flow-state.ts';
import type { SourceFunction } from './source-file.ts';

/** A call inside a function, what must be so for it to be made, and what the function has done by then. */
export interface FlowCall extends Around {
  readonly name: string;
  /** As they are written, with single blanks. */
  readonly args: readonly string[];
  /** In the file, from 1. */
  readonly line: number;
  readonly state: FlowState;
}

const LEVELS_MAX = 200;

/**
 * Every call of a function that can be reached, in the order of the text, with the locks and the interrupts as its own
 * statements leave them. Empty when the parser makes nothing of it. A goto that leads backwards is not followed.
 */
export function flowOf({ text, line }: SourceFunction, parseC: ParseC): readonly FlowCall[] {
  const root = parseC(`void f(void)${text.slice(text.indexOf('{'))}`);
  const definition = root.children.find(({ type }) => type === 'function_definition');
  const body = definition ? childOf(definition, 'body') : null;
  if (body === null || isDeeperThan(body, LEVELS_MAX)) return [];
  return callsIn(body).map((call) => ({ ...call, line: line + call.line - 1 }));
}

/** By node: a loop comes by twice, and the worse of both counts. */
function callsIn(body: CNode): FlowCall[] {
  const calls = new Map<CNode, FlowCall>();
  followFlow(body, ENTERED, {
    met,
    afterCall: (node, flow, { conditions, walks }) => {
      const name = nameOf(node);
      const args = argumentsOf(node);
      const before = calls.get(node);
      const state = before ? met(before.state, flow) : flow;
      calls.set(node, { name, args, line: node.line, state, conditions, walks });
      return afterCall(flow, name, args[0] ?? '');
    },
  });
  return [...calls.values()];
}

/** `f(container_of(p, struct T, m));` looks like a declaration to the grammar, which then knows no arguments. */
function nameOf(call: CNode): string {
  return (childOf(call, 'function') ?? childOf(call, 'name'))?.text ?? '';
}

function argumentsOf(call: CNode): string[] {
  const children = childOf(call, 'arguments')?.children ?? [];
  return children
    .filter(({ type }) => type !== '(' && type !== ')' && type !== ',' && type !== 'comment')
    .map(({ text }) => flat(text));
}
