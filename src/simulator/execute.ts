import type { Board } from './board.ts';
import { type Context, type Core, type Fn, Level, type Lock, Op } from './parts.ts';
import type { Instruction } from './program.ts';

/** Runs the context on top of a core, step by step, until it has to wait for time, for a lock or for an event. */
export function execute(core: Core, board: Board): void {
  const { code, engine } = board;
  while (!engine.isStopped) {
    const self = core.top;
    if (self.spinsFor !== null || self.level === Level.idle) return;
    if (self.remainingNs > 0) {
      const ns = self.remainingNs;
      self.remainingNs = 0;
      if (!core.spend(self, ns)) return;
      continue;
    }
    const step = code.at[self.at];
    if (step === undefined) throw new Error(`${self.name} is nowhere`);
    self.at += 1;
    if (step.op === Op.cpu) {
      if (!core.spend(self, step.ns)) return;
    } else if (step.op === Op.cpuOf) {
      if (!core.spend(self, step.nsOf?.(self) ?? 0)) return;
    } else {
      perform(step, self, core, board);
    }
  }
}

/** A step that takes no time by itself. */
function perform(step: Instruction, self: Context, core: Core, board: Board): void {
  switch (step.op) {
    case Op.act:
      step.act?.(self);
      return;
    case Op.jump:
      self.at = step.target;
      return;
    case Op.jumpUnless:
      if (!(step.test?.(self) ?? false)) self.at = step.target;
      return;
    case Op.call:
      enter(core, self, step.fn);
      return;
    case Op.invoke:
      enter(core, self, step.choose?.(self) ?? null);
      return;
    case Op.back:
      core.charge();
      if (!self.leave()) core.finish(self);
      return;
    case Op.acquire:
      if (step.lock !== null) acquire(step.lock, self, board);
      return;
    case Op.release:
      if (step.lock !== null) release(step.lock, self, board);
      return;
    case Op.wait:
      if (!(step.test?.(self) ?? true)) core.block(self);
      return;
    default:
      mask(step.op, self, core);
  }
}

function enter(core: Core, self: Context, callee: Fn | null): void {
  if (callee === null) return;
  core.charge();
  self.enter(callee, self.at);
}

function acquire(lock: Lock, self: Context, board: Board): void {
  const { engine, watch } = board;
  if (lock.owner === null) {
    lock.take(self, engine.nowNs);
    watch.taken(self, lock);
    return;
  }
  const deadlock = watch.blocked(self, lock);
  if (deadlock !== null) {
    board.deadlock = deadlock;
    engine.stop();
  }
  lock.enqueue(self, engine.nowNs);
}

function release(lock: Lock, self: Context, { engine, watch }: Board): void {
  const next = lock.release(self, engine.nowNs);
  if (next !== null) {
    watch.taken(next, lock);
    next.core.granted(next, lock.contendedNs);
  }
  self.core.reschedule(self);
}

function mask(op: number, self: Context, core: Core): void {
  switch (op) {
    case Op.irqSave:
      core.irqsOff(self);
      return;
    case Op.irqRestore:
      core.irqsOn(self);
      return;
    case Op.bhDisable:
      self.bhOffDepth += 1;
      return;
    default:
      self.bhOffDepth -= 1;
      if (self.bhOffDepth === 0) core.settle();
  }
}
