import type { Context, Fn } from './parts.ts';

/** Hears what the cores do. The engine has no log: who wants one hands in a monitor. */
export interface Monitor {
  /** What is measured begins here. */
  opened(): void;
  entered(context: Context, callee: Fn): void;
  left(context: Context): void;
  /** From here on the core of the context takes no interrupts: it is in one, or has switched them off. */
  irqsOff(context: Context): void;
  irqsOn(context: Context): void;
}

/** Hears nothing. */
export const silentMonitor: Monitor = {
  opened: () => {},
  entered: () => {},
  left: () => {},
  irqsOff: () => {},
  irqsOn: () => {},
};
