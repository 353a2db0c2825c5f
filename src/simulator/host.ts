import type { Controller } from './controller/controller.ts';
import type { Machine } from './machine.ts';
import type { Fn, Urb } from './parts.ts';
import { act, call, fn, wait } from './program.ts';
import type { Tally } from './tally.ts';

/** What a class driver has to work with: the machine, the host controller, and usb_submit_urb(). */
export interface Host {
  readonly machine: Machine;
  readonly controller: Controller;
  readonly submit: Fn;
  /** What this driver gets done is counted here. */
  readonly tally: Tally;
}

/** A workload set up on a host, ready to begin. */
export interface Scenario {
  /** Simulated time until what is measured is steady. */
  readonly warmUpNs: number;
  begin(): void;
}

/** A driver and its workload, and the ones beside it on the same controller. */
export interface Setup {
  readonly host: Host;
  readonly scenario: Scenario;
  readonly beside: { readonly host: Host; readonly scenario: Scenario } | null;
}

/** Submits URBs from a thread that then sleeps for good, as a driver's open() does. */
export function submitAll(host: Host, name: string, urbs: readonly Urb[]): () => void {
  const submitOne = (urb: Urb) => [
    act((self) => {
      self.urb = urb;
    }),
    call(host.submit),
  ];
  const program = fn(
    name,
    ...urbs.flatMap(submitOne),
    wait(() => false),
  );
  const thread = host.machine.kthread(name, host.machine.irqCore, program);
  return () => thread.core.wake(thread);
}
