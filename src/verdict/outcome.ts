import { type Claims, isPraise } from '../claims/claim.ts';
import type { Model } from '../model/hcd.ts';
import type { Outcome, Verdict } from '../report.ts';
import type { Audited, JudgedClaim, Probe } from './verdict.ts';
import { count } from './wording.ts';

export interface Judged {
  readonly claims?: Pick<Claims, 'claims'>;
  readonly audited: Audited;
  readonly byClaim: ReadonlyMap<string, JudgedClaim>;
  readonly model: Model | null;
  readonly probes: readonly Probe[];
}

/**
 * The headline: the first of the contract's order that applies. `supported` needs at least one replayed claim; claims
 * of which none could be replayed leave the report undetermined.
 */
export function outcomeOf(judged: Judged): Outcome {
  const verdicts = verdictsOf(judged);
  const has = (verdict: Verdict): boolean => verdicts.includes(verdict);
  if (errorsOf(judged).length > 0) return 'hazard';
  if (has('beyond-limit')) return 'beyond-limit';
  if (has('contradicted')) return 'contradicted';
  if (disputedClaims(judged.audited).size > 0 || hasSeriesError(judged.audited)) return 'inconsistent';
  if (has('unexplained')) return 'unexplained';
  if (verdicts.length === 0 || onlyPraises(judged)) return 'nothing-to-evaluate';
  return has('undetermined') || !verdicts.some(isAgreed) ? 'undetermined' : 'supported';
}

/** Praise without a figure leaves nothing to evaluate, though a reader sees it among the claims. */
function onlyPraises(judged: Judged): boolean {
  const isPlayed = verdictsOf(judged).some((verdict) => verdict !== 'not-replayed');
  return !isPlayed && (judged.claims?.claims.every(isPraise) ?? false);
}

/** One sentence on the whole, from the verdicts and findings alone. */
export function summarize(judged: Judged): string {
  const parts = [hazardPart(judged), figuresPart(judged.audited), ...verdictParts(verdictsOf(judged))];
  const said = parts.filter((part) => part !== '');
  if (said.length === 0) return 'The mail makes no claim that could be checked.';
  const text = said.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function verdictsOf({ byClaim }: Judged): readonly Verdict[] {
  return [...byClaim.values()].map(({ verdict }) => verdict);
}

function errorsOf({ model }: Judged): readonly Model['hazards'][number][] {
  return model === null ? [] : model.hazards.filter(({ severity }) => severity === 'error');
}

/** Claims whose own figures disagree. */
function disputedClaims({ byClaim, findings }: Audited): ReadonlySet<string> {
  const own = [...byClaim].filter(([, { findings: found }]) => found.some(isError)).map(([id]) => id);
  return new Set([...own, ...findings.filter(isError).flatMap(({ claims }) => claims)]);
}

function hasSeriesError({ findings }: Audited): boolean {
  return findings.some(isError);
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === 'error';
}

function isAgreed(verdict: Verdict): boolean {
  return verdict === 'no-effect-agreed' || verdict === 'reproduced' || verdict === 'direction-only';
}

function hazardPart(judged: Judged): string {
  const hazard = errorsOf(judged)[0];
  if (hazard === undefined) return '';
  const stuck = judged.probes.filter(({ deadlocks }) => deadlocks).map(({ workload }) => workload);
  const passing = judged.probes.filter(({ deadlocks }) => !deadlocks).map(({ workload }) => workload);
  const seen = stuck.length === 0 ? '' : `, and in our model a run with ${listed(stuck)} stops there`;
  const unseen =
    stuck.length === 0 || passing.length === 0 ? '' : `; a test with ${listed(passing)} would not show it`;
  return `${HAZARD_WORDS[hazard.kind]}${seen}${unseen}`;
}

const HAZARD_WORDS = {
  'self-deadlock': 'with this change the giveback path can take a lock it already holds',
  'lock-order': 'with this change two locks can be taken in both orders',
  'sleep-in-atomic': 'with this change code that may sleep can run where it must not',
  'pointless-drop': 'the lock is still dropped where nothing needs it',
  'ksoftirqd-giveback': 'with this change completions can run in ksoftirqd',
  'irq-unsafe-lock': 'with this change an interrupt can wait for a lock that the code it interrupted holds',
  'list-iteration': 'with this change a list can change while it is walked',
  'stale-pointer': 'with this change a pointer can be used after its memory was freed',
  'irqs-on-complete': 'with this change a completion handler can run with interrupts on that needs them off',
  'bandwidth-churn': 'with this change endpoints can lose their place in the schedule',
  'missing-oneshot': 'with this change the kernel can refuse the interrupt',
  'dma-buffer': 'with this change the controller can be given memory that it can not reach',
  'latency-inversion': 'with this change urgent completions can wait behind bulk ones',
  'missing-teardown': 'with this change code can run after its device is gone',
};

function figuresPart(audited: Audited): string {
  const disputed = disputedClaims(audited).size;
  if (disputed === 0) return hasSeriesError(audited) ? "the mail's own figures disagree" : '';
  return `the mail's own figures disagree on ${claims(disputed)}`;
}

/** In the order of the headline. */
function verdictParts(verdicts: readonly Verdict[]): readonly string[] {
  const number = (verdict: Verdict): number => verdicts.filter((each) => each === verdict).length;
  const agreed = verdicts.filter(isAgreed).length;
  const parts: readonly (readonly [number, string, string])[] = [
    [number('beyond-limit'), 'lies above a physical limit', 'lie above a physical limit'],
    [number('contradicted'), 'goes the other way in our model', 'go the other way in our model'],
    [agreed, 'is as the model expects', 'are as the model expects'],
    [number('unexplained'), 'is not explained by the change', 'are not explained by the change'],
    [number('undetermined'), 'can not be decided by the model', 'can not be decided by the model'],
    [number('not-modelled'), 'is outside the model', 'are outside the model'],
    [number('not-replayed'), 'was not replayed', 'were not replayed'],
  ];
  return parts
    .filter(([many]) => many > 0)
    .map(([many, one, several]) => `${claims(many)} ${many === 1 ? one : several}`);
}

function claims(number: number): string {
  return `${count(number)} claim${number === 1 ? '' : 's'}`;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}
