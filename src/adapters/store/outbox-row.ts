import type { Channel, OutboxRow } from '../../ports/outbox-store.ts';
import type { OutboxRecord } from './schema.ts';

const CHANNELS: readonly Channel[] = ['directory', 'mail', 'comment', 'check-run'];
const STATES: readonly OutboxRow['state'][] = ['planned', 'claimed', 'sent', 'settled', 'held', 'dropped'];

/** A post as it lies in the store. @throws Error when no version knows its state or channel */
export function outboxRow(row: OutboxRecord): OutboxRow {
  const { key, target, list, thread, body, sha256, fence, because } = row;
  const channel = CHANNELS.find((one) => one === row.channel);
  const state = STATES.find((one) => one === row.state);
  if (channel === undefined || state === undefined)
    throw new Error(`the post ${key} is ${row.state} for ${row.channel}, which no version knows`);
  const { planned_at_ms: plannedAtMs, claimed_at_ms: claimedAtMs, remote_id: remoteId, tries } = row;
  return {
    ...{ key, channel, target, list, thread, body, sha256, fence, because, state, tries },
    ...{ plannedAtMs, claimedAtMs, remoteId, notBeforeMs: row.not_before_ms },
  };
}
