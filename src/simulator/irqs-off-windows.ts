import type { Engine } from './engine.ts';
import type { Experiment } from './experiment.ts';
import { type Monitor, silentMonitor } from './monitor.ts';
import { type Context, Level } from './parts.ts';
import { run } from './run.ts';

/** A stretch in which the core that the controller interrupts takes no interrupts, and who keeps them off. */
export interface IrqsOffWindow {
  readonly startNs: number;
  readonly endNs: number;
  readonly context: 'hardirq' | 'softirq' | 'thread';
}

/** All such windows of one run from where it is measured, in the order of time; none overlap. */
export function irqsOffWindows(experiment: Experiment): readonly IrqsOffWindow[] {
  const windows: IrqsOffWindow[] = [];
  run(experiment, { monitorOf: (engine) => recorder(windows, engine) });
  return windows;
}

function recorder(windows: IrqsOffWindow[], engine: Engine): Monitor {
  let startNs = 0;
  return {
    ...silentMonitor,
    opened() {
      windows.length = 0;
      startNs = engine.nowNs;
    },
    irqsOff({ core }) {
      if (core.index === INTERRUPTED) startNs = engine.nowNs;
    },
    irqsOn(context) {
      if (context.core.index !== INTERRUPTED) return;
      windows.push({ startNs, endNs: engine.nowNs, context: levelOf(context) });
    },
  };
}

/** The machine's `irqCore`. */
const INTERRUPTED = 0;

function levelOf({ level }: Context): IrqsOffWindow['context'] {
  if (level === Level.hardirq) return 'hardirq';
  return level === Level.softirq ? 'softirq' : 'thread';
}
