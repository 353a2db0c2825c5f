import type { Claim, Claims } from '../claims/claim.ts';
import type { Model } from '../model/hcd.ts';
import type { NotReplayed, Replayed } from '../replay/replay.ts';
import type { Verdict } from '../report.ts';
import { becauseBeyond, becauseReplayed } from './because.ts';
import { type Comparison, decide } from './decision.ts';
import { noiseReach } from './noise.ts';
import { outcomeOf, summarize } from './outcome.ts';
import { settleClaim } from './settle.ts';
import type { Audited, JudgedClaim, Judgement, Probe, VerdictSettings } from './verdict.ts';

export interface JudgeInput {
  readonly claims: Claims;
  readonly audited: Audited;
  /** null when no host-controller driver was recognised. */
  readonly model: Model | null;
  /** By claim id; a claim without an entry was not replayed. */
  readonly replays: ReadonlyMap<string, Replayed>;
  readonly probes: readonly Probe[];
  /** Paths that the series changes; none when it came without a diff. */
  readonly files?: readonly string[];
}

/**
 * Compares every claim with its replay and says what follows, why, and what would settle what stays open. A physical
 * ceiling outranks the model, and a replay that failed its own checks decides nothing.
 */
export function judge(input: JudgeInput, settings: VerdictSettings): Judgement {
  const entries = input.claims.claims.map((claim): [string, JudgedClaim] => [
    claim.id,
    judgeClaim(claim, input, settings),
  ]);
  const judged = { ...input, byClaim: new Map(entries) };
  return { byClaim: judged.byClaim, outcome: outcomeOf(judged), summary: summarize(judged) };
}

function judgeClaim(claim: Claim, input: JudgeInput, settings: VerdictSettings): JudgedClaim {
  const beyond = input.audited.byClaim.get(claim.id)?.beyond ?? null;
  if (beyond !== null) return open(claim, settings, 'beyond-limit', becauseBeyond(claim, beyond));
  const replayed = input.replays.get(claim.id);
  if (replayed?.did === 'replayed') return compare(claim, replayed, { model: input.model, settings });
  return unplayed(claim, replayed?.why ?? withoutReplay(claim, input), { input, settings });
}

/** What a replay that did not happen makes of a claim: never an opinion on the claim itself. */
const WITHOUT_REPLAY = {
  'not-modelled': 'not-modelled',
  'not-replayed': 'not-replayed',
  'self-check-failed': 'undetermined',
  'cannot-calibrate': 'undetermined',
} as const satisfies Record<NotReplayed['code'], Verdict>;

function withoutReplay(claim: Claim, { model, files = [] }: JudgeInput): NotReplayed {
  if (claim.kind === 'stated-only')
    return { code: 'not-replayed', because: 'the text gives a change without the figures behind it' };
  if (claim.kind === 'measured' && (claim.before === null || claim.after === null))
    return { code: 'not-replayed', because: 'only one side has a figure, so there is nothing to compare' };
  if (model === null) return { code: 'not-modelled', because: withoutModel(files) };
  return { code: 'not-replayed', because: 'the figures were audited and not simulated' };
}

/** The other end of the cable: a device that Linux itself plays. */
const DEVICE_SIDE = [
  'drivers/usb/gadget/',
  'drivers/usb/dwc3/gadget',
  'drivers/usb/dwc3/ep0',
  'drivers/usb/cdns3/cdns3-gadget',
  'drivers/usb/cdns3/cdnsp-gadget',
  'drivers/usb/chipidea/udc',
  'drivers/usb/dwc2/gadget',
  'drivers/usb/mtu3/',
  'drivers/usb/musb/musb_gadget',
];

function withoutModel(files: readonly string[]): string {
  const file = files.find((path) => DEVICE_SIDE.some((prefix) => path.startsWith(prefix)));
  if (file === undefined) return 'the series changes no host-controller driver that is modelled';
  return `the series changes a device that Linux plays (${file}), and the model has no such device controller`;
}

interface Surroundings {
  readonly input: JudgeInput;
  readonly settings: VerdictSettings;
}

function unplayed(claim: Claim, why: NotReplayed, { input, settings }: Surroundings): JudgedClaim {
  const closes = input.audited.byClaim.get(claim.id)?.closes ?? null;
  const because = sentence(
    closes === null ? why.because : `${why.because}; the arithmetic closes: ${closes}`,
  );
  const verdict = WITHOUT_REPLAY[why.code];
  return verdict === 'not-replayed'
    ? { verdict, because, settle: null }
    : open(claim, settings, verdict, because);
}

type Played = Extract<Replayed, { did: 'replayed' }>;

interface Against {
  readonly model: Model | null;
  readonly settings: VerdictSettings;
}

function compare(claim: Claim, replayed: Played, { model, settings }: Against): JudgedClaim {
  const { replay, leavesOut = null } = replayed;
  const noisePercent = claim.kind === 'qualitative' ? 0 : noiseReach(claim, settings);
  const marginPercent = Math.max(settings.marginPercentMin, noisePercent);
  const reservation = reservationOf(claim, replayed, model);
  const verdict = decide({
    claim: claimed(claim, noisePercent),
    model: { low: replay.deltaPercent.p05, high: replay.deltaPercent.p95 },
    marginPercent,
    mayContradict: reservation === null,
    mayMissMechanism: leavesOut !== null || unmodelledFile(model) !== null,
  });
  const because = becauseReplayed({ claim, replay, verdict, marginPercent, reservation });
  const isSettled = verdict === 'no-effect-agreed' || verdict === 'reproduced';
  return isSettled ? { verdict, because, settle: null } : open(claim, settings, verdict, because);
}

/** The noise of a difference grows with the level that was reached: ± of 190 is more than ± of 33. */
function claimed({ deltaPercent, stated, better }: Claim, noisePercent: number): Comparison['claim'] {
  if (deltaPercent !== null)
    return { percent: deltaPercent, noisePercent: noisePercent * Math.max(1, 1 + deltaPercent / 100) };
  if (stated?.direction) return { direction: stated.direction === 'up' ? 1 : -1 };
  // Words without a direction of their own claim that the quantity gets better.
  return { direction: better === 'higher' ? 1 : better === 'lower' ? -1 : 0 };
}

/** What forbids the model to speak against a claim; null when nothing does. */
function reservationOf(claim: Claim, { replay, leavesOut }: Played, model: Model | null): string | null {
  if (model === null) return 'the host-controller driver is not known';
  const file = unmodelledFile(model);
  if (file !== null) return `the change of ${file} is not modelled`;
  if (leavesOut !== undefined) return leavesOut;
  const isCalibrated = claim.kind === 'measured' && !replay.calibratedOn.startsWith('nothing');
  return isCalibrated ? null : 'no figure before the change fixes the model';
}

/** A file of the series with a change that the model does not play. */
function unmodelledFile(model: Model | null): string | null {
  return model?.unmodelled[0]?.file ?? null;
}

function open(claim: Claim, settings: VerdictSettings, verdict: Verdict, because: string): JudgedClaim {
  return { verdict, because, settle: settleClaim(claim, settings) };
}

function sentence(text: string): string {
  const end = text.endsWith('.') || text.endsWith('?') ? '' : '.';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${end}`;
}
