import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Github } from '../../src/adapters/forge/github.ts';
import { commentReceiver } from '../../src/adapters/forge/receivers.ts';
import type { OutboxRow } from '../../src/ports/outbox-store.ts';
import { leaseOf } from '../../workers/lease.ts';
import { GithubServer } from '../support/github-server.ts';

const row: OutboxRow = {
  ...{ key: 'p-1', channel: 'comment', target: `owner/usb#7@${'a'.repeat(40)}`, list: 'usb', thread: 't-1' },
  ...{ body: '<!-- giveback:v1 key=p-1 head=none digest=none -->\nhello\n', sha256: '', state: 'claimed' },
  ...{ because: null, fence: 1, plannedAtMs: 1, claimedAtMs: 1, tries: 0, notBeforeMs: 0, remoteId: null },
};

describe('the lease of a claim', () => {
  const github = new GithubServer({ head: '', title: '', body: '', login: 'ada', patches: '' });
  let baseUrl = '';
  beforeEach(async () => {
    baseUrl = await github.start();
  });
  afterEach(() => github.stop());

  it('lets its holder write, and nobody who comes too late', async () => {
    const receiver = commentReceiver(new Github({ baseUrl, access: { token: 'x' }, requestMs: 10_000 }), 0);
    await expect(receiver.send(row, leaseOf(-1))).rejects.toMatchObject({ name: 'Fault', retry: 'later' });
    expect(github.comments).toEqual([]);
    await receiver.send(row, leaseOf(3_600));
    expect(github.comments).toHaveLength(1);
  });
});
