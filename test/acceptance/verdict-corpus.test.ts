import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mailparserMime } from '../../src/adapters/mail/mime.ts';
import type { Claim } from '../../src/claims/claim.ts';
import { readLetters } from '../../src/ingest/read-letters.ts';
import { understand } from '../../src/pipeline.ts';
import { readSettings } from '../../src/settings.ts';
import { unitSpelling } from '../../src/units/unit-spellings.ts';
import { auditClaims } from '../../src/verdict/audit-claims.ts';
import type { Audited } from '../../src/verdict/verdict.ts';
import { shared, sharedExists } from '../support/shared.ts';
import { claimOf } from '../verdict/claim-builder.ts';

interface LabelledClaim {
  readonly metric: string;
  readonly unit: string | null;
  readonly baseline: number | null;
  readonly patched: number | null;
  readonly error_baseline: number | null;
  readonly error_patched: number | null;
  readonly delta_percent_as_stated: number | null;
  readonly stated_factor?: number;
  readonly line: string;
}

interface Label {
  readonly file: string;
  readonly real_inconsistency: boolean;
  readonly claims: readonly LabelledClaim[];
}

const FOLDER = 'corpus/claims';
const labels: readonly Label[] = sharedExists
  ? readdirSync(shared(FOLDER))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(shared(`${FOLDER}/${name}`), 'utf8')))
  : [];
const settings = readSettings();

/** The figures a person read in the thread, as the claims stage would hand them over. */
function claimsOf(label: Label): readonly Claim[] {
  return label.claims.flatMap((claim, index) => {
    const { baseline, patched, unit } = claim;
    if (baseline === null || patched === null || typeof baseline !== 'number') return [];
    const spelling = unitSpelling(unit ?? '');
    const size = spelling?.factor ?? 1;
    const made = claimOf({
      id: `c${index + 1}`,
      quantity: claim.metric,
      unit: unit ?? '',
      metric: spelling?.base === 's' ? 'time' : spelling?.base === '%' ? 'cpu-load' : 'throughput',
      better: null,
      before: { value: baseline, ...errorOf(claim.error_baseline) },
      after: { value: patched, ...errorOf(claim.error_patched) },
      ...statedOf(claim),
    });
    const scaled = <Side extends { readonly value: number }>(side: Side | null) =>
      side && { ...side, base: side.value * size };
    return [
      { ...made, baseUnit: spelling?.base ?? '1', before: scaled(made.before), after: scaled(made.after) },
    ];
  });
}

function errorOf(error: number | null) {
  return error === null ? {} : { error };
}

function statedOf({ delta_percent_as_stated: percent, stated_factor: factor, line }: LabelledClaim) {
  if (factor !== undefined) return { stated: { factor, text: line } };
  return percent === null ? {} : { stated: { percent: Math.abs(percent), text: line } };
}

function audit(claims: readonly Claim[]): Audited {
  return auditClaims({ claims, findings: [], mentionedWorse: [] }, settings.verdict);
}

/** Kinds that say that two figures of a mail can not both stand. */
const ACCUSING = new Set(['stated-mismatch', 'rate-time-mismatch', 'unit-slip', 'convention-limit']);

function accusations(audited: Audited): readonly string[] {
  const all = [...[...audited.byClaim.values()].flatMap(({ findings }) => findings), ...audited.findings];
  return all
    .filter(({ kind, severity }) => severity === 'error' || (severity === 'warning' && ACCUSING.has(kind)))
    .map(({ kind, text }) => `${kind}: ${text}`);
}

describe.skipIf(!sharedExists)('the figures that people read in the labelled threads', () => {
  const STATED_MISSES: Readonly<Record<string, readonly string[]>> = {
    '01': ['stated-mismatch error'],
    '30': ['unit-ambiguous info'],
    '64': ['stated-mismatch info'],
  };

  it.each(labels.map((label) => [label.file, label] as const))(
    '%s: every stated figure that is off, and no other',
    (file, label) => {
      const kinds = [...audit(claimsOf(label)).byClaim.values()].flatMap(({ findings }) =>
        findings
          .filter(({ kind }) => ['stated-mismatch', 'unit-ambiguous', 'mixed-baseline'].includes(kind))
          .map(({ kind, severity }) => `${kind} ${severity}`),
      );
      expect(kinds).toEqual(STATED_MISSES[file.slice(0, 2)] ?? []);
    },
  );

  it('the slip by ten in the first version of the pwc series, and none in the sixth', () => {
    const label = labels.find(({ file }) => file.startsWith('54-'));
    if (label === undefined) throw new Error('no label 54');
    const versions = ['v1', 'v6'].map((version) =>
      claimsOf(label)
        .filter(({ quantity }) => quantity.includes(`(${version})`) && !quantity.includes('x86'))
        .map((claim) => ({ ...claim, group: version })),
    );
    const found = audit(versions.flat()).byClaim;
    const off = [...found].filter(([, { findings }]) =>
      findings.some(({ kind }) => kind === 'rate-time-mismatch'),
    );
    expect(off.map(([id]) => id)).toEqual(['c2']);
  });
});

describe.skipIf(!sharedExists)('the labelled threads as they are', () => {
  async function auditThread(file: string): Promise<Audited> {
    const bytes = readFileSync(shared(`${FOLDER}/${file}`));
    const { value: letters, problems } = await readLetters(bytes, {
      limits: settings.ingest,
      mime: mailparserMime,
    });
    const input = { kind: 'mail', messageId: null, url: null, sha256: '' } as const;
    return understand({ letters, problems, input }, settings).audited;
  }

  const sound = labels.filter(({ real_inconsistency: real }) => !real).map(({ file }) => file);
  it.each(sound)('%s agrees with itself, and nothing says otherwise', async (file) => {
    const audited = await auditThread(file);
    expect(accusations(audited)).toEqual([]);
    expect([...audited.byClaim.values()].filter(({ beyond }) => beyond !== null)).toEqual([]);
  });

  it.each([
    ['01-xhci-giveback-tasklet-hcd-bh.mbox', 'stated-mismatch'],
    ['02-xhci-secondary-interrupters.mbox', 'omitted-worse'],
    ['50-rtw89-usb-inflight-urbs.mbox', 'omitted-worse'],
    ['64-ravb-page-pool.mbox', 'stated-mismatch'],
    ['68-mmc-mtk-hsq.mbox', 'rate-time-mismatch'],
  ])('%s: %s is found', async (file, expected) => {
    const { byClaim } = await auditThread(file);
    const kinds = [...byClaim.values()].flatMap(({ findings }) => findings.map(({ kind }) => kind));
    expect(kinds).toContain(expected);
  });
});
