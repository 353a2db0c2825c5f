import { createHash } from 'node:crypto';
import type { Report } from '../report.ts';
import { visible } from './visible.ts';

type Hazard = NonNullable<Report['model']>['hazards'][number];

/** What each kind of hazard means, for a viewer that lists rules. */
const RULES = {
  'self-deadlock': 'A path takes a lock that it already holds.',
  'lock-order': 'Two paths take the same locks in opposite order.',
  'sleep-in-atomic': 'A path that may not sleep calls what may sleep.',
  'pointless-drop': 'A lock is dropped around a call that no longer needs it free.',
  'ksoftirqd-giveback': 'Completions may wait for ksoftirqd under load.',
  'irq-unsafe-lock': 'A lock is held where an interrupt or a softirq that takes it can come in.',
  'list-iteration': 'The lock is let go inside a walk over a list.',
  'stale-pointer': 'A pointer is used after what it points to may have been freed.',
  'irqs-on-complete': 'A completion handler relies on interrupts that are no longer off.',
  'bandwidth-churn': 'An endpoint leaves the schedule between giveback and resubmission.',
  'missing-oneshot': 'A threaded interrupt without a handler lacks IRQF_ONESHOT.',
  'dma-buffer': 'A buffer is not memory that a controller can reach.',
  'latency-inversion': 'Urgent completions wait behind bulk ones.',
  'missing-teardown': 'What runs later is not waited for when the device goes.',
} as const satisfies Record<Hazard['kind'], string>;

interface Message {
  readonly text: string;
}

interface Location {
  readonly physicalLocation?: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: 'SRCROOT' };
    readonly region: { readonly startLine: number };
  };
  readonly message?: Message;
}

export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly [SarifRun];
}

interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: 'giveback';
      readonly version: string;
      readonly rules: readonly { readonly id: string; readonly shortDescription: Message }[];
    };
  };
  readonly columnKind: 'utf16CodeUnits';
  readonly results: readonly SarifResult[];
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: 'error' | 'warning';
  readonly message: Message;
  readonly locations: readonly Location[];
  readonly codeFlows?: readonly [
    { readonly threadFlows: readonly [{ readonly locations: readonly { readonly location: Location }[] }] },
  ];
  readonly partialFingerprints: { readonly 'giveback/v1': string };
}

const KINDS = Object.keys(RULES);

/** The hazards of a series for a code viewer, each with its trace as a code flow. Source: SARIF 2.1.0, OASIS. */
export function composeSarif(report: Report): SarifLog {
  const rules = Object.entries(RULES).map(([id, text]) => ({ id, shortDescription: { text } }));
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'giveback', version: report.tool.version, rules } },
        columnKind: 'utf16CodeUnits',
        results: (report.model?.hazards ?? []).map(result),
      },
    ],
  };
}

function result(hazard: Hazard): SarifResult {
  const { kind, severity, because, trace } = hazard;
  const steps = trace.map((step) => ({ location: { message: { text: visible(step) } } }));
  return {
    ruleId: kind,
    ruleIndex: KINDS.indexOf(kind),
    level: severity,
    message: { text: visible(because) },
    locations: locations(hazard),
    ...(steps.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: steps }] }] }),
    partialFingerprints: { 'giveback/v1': fingerprint(hazard) },
  };
}

function locations({ where }: Hazard): Location[] {
  if (where === null) return [];
  const uri = visible(where.file).split('/').map(encodeURIComponent).join('/');
  return [
    {
      physicalLocation: {
        artifactLocation: { uri, uriBaseId: 'SRCROOT' },
        region: { startLine: Math.max(where.line, 1) },
      },
    },
  ];
}

/** Stays the same when lines move, so that a viewer knows the hazard again. */
function fingerprint({ kind, where, trace }: Hazard): string {
  const what = [kind, where?.file ?? '', ...trace].join('\n');
  return createHash('sha256').update(what).digest('hex').slice(0, 32);
}
