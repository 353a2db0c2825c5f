import type { Controller } from './controller/controller.ts';
import { dwc2 } from './controller/dwc2.ts';
import { dwc3, epQueueOf } from './controller/dwc3.ts';
import { musb } from './controller/musb.ts';
import { musbGadget } from './controller/musb-gadget.ts';
import { scanning } from './controller/scanning.ts';
import { xhci } from './controller/xhci.ts';
import { type LockWatch, watchLocks } from './deadlock.ts';
import type { Engine } from './engine.ts';
import type { Experiment } from './experiment.ts';
import { givebackOf } from './giveback.ts';
import type { Host, Scenario, Setup } from './host.ts';
import { Machine } from './machine.ts';
import { measure } from './measure.ts';
import type { Measurement } from './measurement.ts';
import { type Monitor, silentMonitor } from './monitor.ts';
import { submitOf } from './submit.ts';
import { Tally } from './tally.ts';
import { audio } from './workload/audio.ts';
import { camera } from './workload/camera.ts';
import { ethernet } from './workload/ethernet.ts';
import { gadgetEthernet } from './workload/gadget-ethernet.ts';
import { gadgetStorage } from './workload/gadget-storage.ts';
import { hid } from './workload/hid.ts';
import { pwc } from './workload/pwc.ts';
import { storage } from './workload/storage.ts';
import { uas } from './workload/uas.ts';
import { usbnet } from './workload/usbnet.ts';
import { usbnetTx } from './workload/usbnet-tx.ts';
import type { Workload } from './workload.ts';

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
  const submit = experiment.hcd.gadget ? epQueueOf(controller) : submitOf(machine, controller);
  const driver = (workload: Workload) => {
    const host = { machine, controller, submit, tally: new Tally() };
    return { host, scenario: scenarioOf(host, workload) };
  };
  const beside = experiment.beside === undefined ? null : driver(experiment.beside);
  return { ...driver(experiment.workload), beside };
}

function controllerOf(machine: Machine): Controller {
  if (machine.hcd.gadget) return machine.hcd.driver === 'musb' ? musbGadget(machine) : dwc3(machine);
  const giveback = givebackOf(machine);
  switch (machine.hcd.driver) {
    case 'xhci':
      return xhci(machine, giveback);
    case 'musb':
      return musb(machine, giveback);
    case 'dwc2':
      return dwc2(machine, giveback);
    default:
      return scanning(machine, giveback);
  }
}

/** @throws RangeError for a gadget's workload on a host controller, and for a host's on a device controller */
function scenarioOf(host: Host, workload: Workload): Scenario {
  if (isOfGadget(workload) !== (host.machine.hcd.gadget !== undefined))
    throw new RangeError(`${host.machine.hcd.driver} carries no ${workload.kind}`);
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
    case 'usbnet-tx':
      return usbnetTx(host, workload);
    case 'hid':
      return hid(host, workload);
    case 'gadget-storage':
      return gadgetStorage(host, workload);
    case 'gadget-ethernet':
      return gadgetEthernet(host, workload);
  }
}

function isOfGadget({ kind }: Workload): boolean {
  return kind === 'gadget-storage' || kind === 'gadget-ethernet';
}
