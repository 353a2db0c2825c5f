import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mailparserMime } from '../../../src/adapters/mail/mime.ts';
import { ReplayPool } from '../../../src/adapters/pool/replay-pool.ts';
import type { Evaluation } from '../../../src/evaluation.ts';
import { readLetters } from '../../../src/ingest/read-letters.ts';
import { evaluate, evaluateWith } from '../../../src/pipeline.ts';
import { readSettings } from '../../../src/settings.ts';
import { threadFile } from '../../support/evaluated-thread.ts';

const settings = readSettings();

async function asked(slug: string): Promise<Evaluation> {
  const bytes = readFileSync(threadFile(slug, 'thread.mbox'));
  const read = await readLetters(bytes, { limits: settings.ingest, mime: mailparserMime });
  const input = { kind: 'mail', messageId: null, url: null, sha256: '' } as const;
  const { value: letters, problems } = read;
  return { letters, problems, input, toolVersion: 'any', seed: 7, draws: 64, command: 'any' };
}

describe('a report', async () => {
  const of = await asked('xhci-hcd-bh');
  const alone = JSON.stringify(evaluate(of, settings));

  test.each([1, 2, 4])(
    'has the bytes of one made without threads when %d threads replay',
    async (threads) => {
      const pool = new ReplayPool(settings.replay, threads);
      try {
        const report = await evaluateWith((part) => pool.play(part), of, settings);
        expect(report.claims.some(({ replay }) => replay !== null)).toBe(true);
        expect(JSON.stringify(report)).toBe(alone);
      } finally {
        await pool.close();
      }
    },
  );
});
