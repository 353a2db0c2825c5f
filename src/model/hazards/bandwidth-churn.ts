import type { FlowCall } from '../body-flow.ts';
import type { ModuleSource } from '../module-source.ts';
import type { SourceFunction } from '../source-file.ts';
import { type HazardCheck, placeOfChange } from './hazard-check.ts';

/** Calls that give up what keeps an endpoint in the schedule. */
const RELEASES = /bandwidth|deschedule|ed_unlink|unlink_qh|ep_set_qh|free_qh|qh_free|unschedule/;
/** Words of a driver that waits a while before it does so. Source: usb-model, 1.2: ehci and dwc2 wait 5 ms */
const LINGERS = /linger|unreserve_timer|intr_unlink_wait|start_unlink_intr_wait/;
/** Callers above the giveback that are looked at. */
const LEVELS = 2;

/**
 * HCD_BH in a driver that takes an endpoint out of the schedule when its last URB is given back: between the giveback and
 * the resubmission in the tasklet there is none, so that periodic streams lose their bandwidth each time. A warning.
 * Source: usb-model, H8 and 1.4; that is why HCD_BH was reverted in musb
 */
export const bandwidthChurn: HazardCheck = {
  code: 'H8',
  find: ({ path, modules }) => {
    if (path.before.hcdBh || !path.after.hcdBh) return [];
    const { function: giveback } = path.after.giveback;
    return modules
      .filter(({ isHost }) => isHost)
      .flatMap(({ after }) => {
        const found = lingers(after) ? undefined : releaseNear(after, giveback);
        if (found === undefined) return [];
        const { own, call } = found;
        return [
          {
            kind: 'bandwidth-churn',
            severity: 'warning',
            trace: [...new Set([own.name, giveback]), `${call.name}() [${call.conditions.at(-1) ?? ''}]`],
            where: placeOfChange(path, ['hcd-bh-added']),
            because:
              `${own.name}() calls ${call.name}() when the queue of an endpoint is empty, and with HCD_BH it is empty ` +
              'until the tasklet has run: isochronous and interrupt endpoints (snd-usb-audio, uvcvideo, hid) lose their ' +
              'place in the schedule each time; bulk and control endpoints (usb-storage, usbnet) do not.',
          },
        ];
      });
  },
};

function lingers({ functions }: ModuleSource): boolean {
  return [...functions.values()].some(({ text }) => LINGERS.test(text));
}

/** In the function that gives back, or in one that calls it, or in one above. */
function releaseNear(
  module: ModuleSource,
  giveback: string,
): { readonly own: SourceFunction; readonly call: FlowCall } | undefined {
  let names = [giveback];
  for (let level = 0; level <= LEVELS; level += 1) {
    for (const name of names) {
      const own = module.functions.get(name);
      const call = module.flow(name).find(isRelease);
      if (own && call) return { own, call };
    }
    names = [...new Set(names.flatMap((name) => module.callersOf(name).map((caller) => caller.name)))];
  }
  return undefined;
}

function isRelease({ name, conditions }: FlowCall): boolean {
  return (
    RELEASES.test(name) &&
    conditions.some((text) => /list_empty ?\(/.test(text) && !/! ?list_empty/.test(text))
  );
}
