import { describe, expect, it } from 'vitest';
import { composeClaimsText } from '../../src/reply/compose-claims-text.ts';
import { claimOf, side } from '../support/reports.ts';

const PLAIN = { hasColour: false, hasBars: false, columns: 110 };

function textOf(overrides: Parameters<typeof claimOf>[0]): readonly string[] {
  return composeClaimsText([claimOf(overrides)], [], PLAIN)
    .trimEnd()
    .split('\n');
}

describe('composeClaimsText', () => {
  it("shows the mail's line, what was read from it, and which configurations the figures are of", () => {
    expect(textOf({})).toEqual([
      '  line 12  112.31MB/s | 112.27MB/s',
      '      c1  disk read   112.31 → 112.27 MB/s   −0.04 %   (throughput, higher is better)',
      '          without tasklet → with tasklet',
    ]);
  });

  it('shows what else was measured beside the pair, and what is said of it', () => {
    const values = [side(1, 'old'), side(2, 'new'), side(3, 'newer')];
    const stated = { percent: 5, factor: null, direction: 'up', text: '5% better' } as const;
    expect(textOf({ values, stated }).slice(3)).toEqual([
      '          one of: old 1 MB/s · new 2 MB/s · newer 3 MB/s',
      '          said: “5% better”',
    ]);
  });

  it('leaves out what the mail does not give', () => {
    const lines = textOf({ before: null, after: side(120, ''), deltaPercent: null, better: null });
    expect(lines.slice(1)).toEqual(['      c1  disk read   120 MB/s   (throughput)']);
  });

  it('makes visible what would hide in a terminal', () => {
    expect(textOf({ quantity: 'rate \u202e5' })[1]).toContain('rate <U+202E>5');
  });
});
