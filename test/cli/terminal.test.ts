import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/open-store.ts';
import { harmless } from '../../src/cli/output.ts';
import { reportOf } from '../support/reports.ts';
import { sqliteRuns } from '../support/sqlite.ts';
import { storeReport } from '../support/stored-report.ts';
import { giveback } from './giveback.ts';

/** Clears the screen, names the window, rings, and turns the line round. */
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202Egnp\rno\b';

/** Anything but a printable sign, a line end or a blank. */
const MOVES = /[\p{Cf}\p{Cs}]|(?![\n\t])\p{Cc}/u;

describe.skipIf(!sqliteRuns)('a terminal (T-W8)', () => {
  let data = '';
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'giveback-terminal-'));
    const store = await openStore({ file: join(data, 'giveback.sqlite') });
    const series = { ...reportOf().series, subject: HOSTILE };
    const post = {
      channel: 'mail',
      target: HOSTILE,
      body: HOSTILE,
      state: 'held',
      because: HOSTILE,
    } as const;
    await storeReport(store, {
      ...{ list: HOSTILE, report: reportOf({ series }), nowMs: 1, silences: [HOSTILE] },
      posts: (thread) => [{ ...post, key: `p-${thread.slice(2)}`, list: HOSTILE, thread }],
    });
    const key = `d-${'c'.repeat(40)}`;
    await store.receive({ key, list: HOSTILE, topic: null, bytes: Buffer.from('x') }, 1);
    await store.bury({ queue: 'ingest', key }, HOSTILE, 1);
    await store.close();
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it.each([['status'], ['status', '--json']])('is not moved by what %s says', (...command) => {
    const { stdout } = giveback([...command, '--data', data]);
    expect(stdout).not.toMatch(MOVES);
    expect(stdout).toContain('p-');
  });

  it('is not moved by a reason that quotes a mail', () => {
    expect(harmless(`one\n${HOSTILE}`)).not.toMatch(MOVES);
    expect(harmless('one\ntwo')).toBe('one\ntwo');
  });
});
