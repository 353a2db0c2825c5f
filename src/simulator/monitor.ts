import type { Context, Fn } from './parts.ts';

/** Hears what the cores do. The engine has no log: who wants one hands in a monitor. */
export interface Monitor {
  entered(context: Context, callee: Fn): void;
  left(context: Context): void;
}

/** Hears nothing. */
export const silentMonitor: Monitor = {
  entered: () => {},
  left: () => {},
};

/** Writes one line per function entered: time, core, context, calls. For reading a run, and for comparing two. */
export function textMonitor(write: (line: string) => void, nowNs: () => number): Monitor {
  return {
    entered(context, callee) {
      const depth = '  '.repeat(context.frames.length);
      write(`${nowNs()} cpu${context.core.index} ${context.name} ${depth}${callee.name}`);
    },
    left: () => {},
  };
}
