import { type CNode, childOf, isDeeperThan, type ParseC } from './c-syntax.ts';
import type { Functions } from './call-paths.ts';
import { type GivebackCall, givebackCalls } from './lock-flow.ts';
import type { SourceFunction } from './source-file.ts';

/** A giveback call of a driver, with its place in the tree. */
export interface GivebackSite extends GivebackCall {
  readonly function: string;
  readonly path: string;
  /** In the file. */
  readonly line: number;
}

/** The givebacks of a function, or that its text could not be read. */
export interface SitesRead {
  readonly sites: readonly GivebackSite[];
  readonly unread: readonly string[];
}

/** No function of a kernel nests its statements and expressions deeper. */
const LEVELS_MAX = 200;

/** The givebacks of one function, a host's and a gadget's. */
export function sitesIn(own: SourceFunction, parseC: ParseC): SitesRead {
  const { name, path, line } = own;
  const body = bodyOf(own, parseC);
  if (body === null) return { sites: [], unread: [`${path}: ${name}()`] };
  const calls = givebackCalls(body);
  return {
    sites: calls.map((call) => ({ ...call, function: name, path, line: line + call.line - 1 })),
    unread: [],
  };
}

/** Whether a giveback hands back an URB: a gadget's hands back a request. */
export function isHostSide({ callee }: GivebackSite): boolean {
  return callee === 'usb_hcd_giveback_urb';
}

/** The nearest caller on the way that lets the lock go around its call. */
export function dropByCaller(
  path: readonly string[],
  functions: Functions,
  parseC: ParseC,
): GivebackCall | null {
  for (let at = path.length - 1; at > 0; at -= 1) {
    const caller = functions.get(path[at - 1] ?? '');
    const body = caller && bodyOf(caller, parseC);
    const calls = body ? givebackCalls(body, new Set([path[at] ?? ''])) : [];
    const free = calls.find(({ style }) => style !== 'held');
    if (free) return free;
  }
  return null;
}

/** The function's body as a tree; null when the parser makes nothing of it, or when it is nested without end. */
function bodyOf({ text }: SourceFunction, parseC: ParseC): CNode | null {
  const root = parseC(`void f(void)${text.slice(text.indexOf('{'))}`);
  const definition = root.children.find(({ type }) => type === 'function_definition');
  const body = definition ? childOf(definition, 'body') : null;
  return body === null || isDeeperThan(body, LEVELS_MAX) ? null : body;
}
