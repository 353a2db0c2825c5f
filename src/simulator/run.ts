import type { Controller } from './controller/controller.ts';
import { musb } from './controller/musb.ts';
import { scanning } from './controller/scanning.ts';
import { xhci } from './controller/xhci.ts';
import { type LockWatch, watchLocks } from './deadlock.ts';
import type { Engine } from './engine.ts';
import { givebackOf } from './giveback.ts';
import type { Host, Scenario, Setup } from './host.ts';
import { Machine } from './machine.ts';
import { measure } from './measure.ts';
import type { Experiment, Measurement, Workload } from './measurement.ts';
import { type Monitor, silentMonitor } from './monitor.ts';
import { submitOf } from './submit.ts';
import { Tally } from './tally.ts';
import { audio } from './workload/audio.ts';
import { camera } from './workload/camera.ts';
import { ethernet } from './workload/ethernet.ts';
import { hid } from './workload/hid.ts';
import { pwc } from './workload/pwc.ts';
import { storage } from './workload/storage.ts';
import { uas } from './workload/uas.ts';
import { usbnet } from './workload/usbnet.ts';

export interface RunOptions {
  /** Hears what the cores do; nothing by default. */
  readonly monitorOf?: (engine: Engine) => Monitor;
  /** Stops a run that can not go on; `noWatch` lets it hang as the machine would. */
  readonly watch?: LockWatch;
}

/**
 * Plays one workload on one machine with one host-controller driver.
 *
 * @returns the measurement of the window; `deadlock` says so when the run could not go on
 * @throws RangeError for a cost that is negative or not a whole number of nanoseconds
 */
export function run(experiment: Experiment, options: RunOptions = {}): Measurement {
  return measure(setUp(experiment, options), experiment.windowNs);
}

/** A machine with its controller and its workload, before anything has happened. */
export function setUp(
  experiment: Experiment,
  { monitorOf = () => silentMonitor, watch = watchLocks() }: RunOptions = {},
): Setup {
  const machine = new Machine({ ...experiment, cores: 2, watch, monitorOf });
  const controller = controllerOf(machine);
  const submit = submitOf(machine, controller);
  const driver = (workload: Workload) => {
    const host = { machine, controller, submit, tally: new Tally() };
    return { host, scenario: scenarioOf(host, workload) };
  };
  const beside = experiment.beside === undefined ? null : driver(experiment.beside);
  return { ...driver(experiment.workload), beside };
}

function controllerOf(machine: Machine): Controller {
  const giveback = givebackOf(machine);
  switch (machine.hcd.driver) {
    case 'xhci':
      return xhci(machine, giveback);
    case 'musb':
      return musb(machine, giveback);
    default:
      return scanning(machine, giveback);
  }
}

function scenarioOf(host: Host, workload: Workload): Scenario {
  switch (workload.kind) {
    case 'storage':
      return storage(host, workload);
    case 'uas':
      return uas(host, workload);
    case 'audio':
      return audio(host, workload);
    case 'ethernet':
      return ethernet(host, workload);
    case 'camera':
      return camera(host, workload);
    case 'pwc':
      return pwc(host, workload);
    case 'usbnet':
      return usbnet(host, workload);
    case 'hid':
      return hid(host, workload);
  }
}
