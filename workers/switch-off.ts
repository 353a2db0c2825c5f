import type { RefusedRecipient } from '../src/adapters/outbox/refused-recipients.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Store } from '../src/ports/store.ts';
import type { ServiceSettings } from '../src/service/service-settings.ts';

const DAY_MS = 86_400_000;

/** Nothing more is sent, for some time, to those whose server refused a mail of ours for good. */
export async function switchOff(
  refused: readonly RefusedRecipient[],
  {
    store,
    clock,
    service,
  }: { readonly store: Store; readonly clock: Clock; readonly service: ServiceSettings },
): Promise<void> {
  const atMs = clock();
  const untilMs = atMs + service.limits.caps.addressOffDays * DAY_MS;
  for (const { address, because } of refused) await store.switchOff({ address, because, atMs, untilMs });
}
