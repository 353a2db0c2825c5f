import type { ClaimLimit, ReportClaim, ReportFinding } from '../report.ts';
import { answerTo } from './answers.ts';
import { chartLegend } from './comparison.ts';
import { fewDigits } from './few-digits.ts';
import { claimedFigures, percentInterval, percentWithSign, sideFigure } from './figures.ts';
import { type Html, html } from './html.ts';
import { intervalChart } from './interval-chart.ts';
import { settleWords } from './settle-lines.ts';
import { timelineChart, timelineLegend } from './timeline-chart.ts';
import { VERDICT_TONE, verdictWords } from './words.ts';

const FINDING_TONE = { error: 'bad', warning: 'unsure', info: '' } as const;

/** One claim: the author's line beside what was found in it, and its figures beside what the model gives. */
export function claimSection(claim: ReportClaim, findings: readonly ReportFinding[]): Html {
  return html`<article class="claim" id="${claim.id}">
<header><h3>${claim.id} ${claim.quantity}</h3>${answerWords(claim)}</header>
<div class="sides">
<div>${figures(claim)}${quotation(claim)}${findingList(findings)}${configurations(claim)}${allLimits(claim)}</div>
<div>${picture(claim)}${timeline(claim)}<p>${claim.because}</p>${sensitivity(claim)}${implied(claim)}${settled(claim)}</div>
</div>
</article>
`;
}

/** The answer in the words that the headline counts. */
export function answerMark(claim: ReportClaim): Html {
  return html`<span class="mark ${VERDICT_TONE[claim.verdict]}">${answerTo(claim)}</span>`;
}

/** The verdict behind the answer, where one answer stands for several. */
function answerWords(claim: ReportClaim): Html {
  const isOne = ['beyond-limit', 'contradicted', 'unexplained', 'undetermined'].includes(claim.verdict);
  return html`<span>${answerMark(claim)}${isOne ? '' : ` \u00b7 ${verdictWords(claim)}`}</span>`;
}

function figures(claim: ReportClaim): Html {
  const { before, after, deltaPercent, replay, stated, device, machine } = claim;
  const isQuoted = stated === null || (before === null && after === null);
  const rows: readonly (readonly [string, string | null])[] = [
    ['claimed', claimedFigures(claim)],
    ['change', deltaPercent === null ? null : percentWithSign(deltaPercent).trim()],
    ['the text says', isQuoted ? null : stated.text],
    ['replayed', replay === null ? null : `${percentInterval(replay.deltaPercent).trim()} (5\u201395 %)`],
    ['nearest limit', nearestLimit(claim)],
    ['device', device],
    ['machine', machine],
  ];
  const shown = rows.filter(([, value]) => value !== null && value.trim() !== '');
  return html`<dl class="figures">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function configurations({ values, unit }: ReportClaim): Html | null {
  if (values.length === 0) return null;
  const items = values.map((side) => html`<li>${side.label} ${sideFigure(side)} ${unit}</li>`);
  return html`<details><summary>All ${values.length} configurations</summary><ul>${items}</ul></details>`;
}

/** Of all ceilings the one that the larger figure comes closest to. */
function nearestLimit({ limits }: ReportClaim): string | null {
  const [nearest] = limits.toSorted((a, b) => Math.abs(1 - a.ratio) - Math.abs(1 - b.ratio));
  return nearest === undefined ? null : limitWords(nearest);
}

function limitWords({ name, convention, ratio }: ClaimLimit): string {
  return `${fewDigits(100 * ratio)} % of ${[name, convention].filter((part) => part !== '').join(', ')}`;
}

function allLimits({ limits }: ReportClaim): Html | null {
  if (limits.length < 2) return null;
  const items = limits.map(
    (limit) => html`<li>${limitWords(limit)} <span class="quiet">${limit.source}</span></li>`,
  );
  return html`<details><summary>All ${limits.length} limits</summary><ul>${items}</ul></details>`;
}

function quotation({ where }: ReportClaim): Html | null {
  if (where.text.trim() === '') return null;
  const source = where.messageId === null ? '' : ` of ${where.messageId}`;
  return html`<figure><blockquote>${where.text}</blockquote>
<figcaption>line ${where.line}${source}</figcaption></figure>`;
}

function findingList(findings: readonly ReportFinding[]): Html | null {
  if (findings.length === 0) return null;
  return html`<ul>${bySeverity(findings).map(findingItem)}</ul>`;
}

function bySeverity(findings: readonly ReportFinding[]): ReportFinding[] {
  const order = Object.keys(FINDING_TONE);
  return findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

export function findingItem({ kind, severity, text }: ReportFinding): Html {
  return html`<li><span class="mark ${FINDING_TONE[severity]}">${kind}</span> ${text}</li>`;
}

function picture(claim: ReportClaim): Html | null {
  const drawn = intervalChart(claim);
  if (drawn === null) return null;
  const legend = chartLegend(claim);
  const caption = legend.length === 0 ? null : html`<figcaption>${legend.join('; ')}</figcaption>`;
  return html`<figure>${drawn}${caption}</figure>`;
}

function timeline(claim: ReportClaim): Html | null {
  const drawn = timelineChart(claim);
  return drawn === null
    ? null
    : html`<figure>${drawn}<figcaption>${timelineLegend(claim)}</figcaption></figure>`;
}

/** A smaller part is not a number worth reading. */
const LEAST_SHOWN = 0.01;

/** What the spread of the replay comes from: a bar for each of the strongest parameters. */
function sensitivity({ id, replay }: ReportClaim): Html | null {
  const bars = replay?.sensitivity ?? [];
  if (bars.length === 0) return null;
  return html`<div class="bars" role="group" aria-label="${id}: what decides the replayed change">
<p>What decides the replayed change</p>
<ul>${bars.map(sensitivityBar)}</ul></div>`;
}

function sensitivityBar({ parameter, share }: { readonly parameter: string; readonly share: number }): Html {
  return html`<li><span>${parameter}</span>
<meter min="0" max="1" value="${share}" aria-label="share of the spread that ${parameter} explains"></meter>
<span>${share < LEAST_SHOWN ? '< 1' : Math.round(100 * share)} %</span></li>`;
}

/** What would have to be true for the claim; of no interest where the model agrees with it. */
function implied({ replay, verdict }: ReportClaim): Html | null {
  const wanted = replay?.implied ?? null;
  if (wanted === null || verdict === 'no-effect-agreed' || verdict === 'reproduced') return null;
  const { parameter, needed, plausible } = wanted;
  return html`<p>The claim would need <b>${parameter}</b> = ${fewDigits(needed)}; plausible is
${fewDigits(plausible.low)} … ${fewDigits(plausible.high)}, so this is ${wanted.verdict}.</p>`;
}

function settled({ settle }: ReportClaim): Html | null {
  return settle === null ? null : html`<p><b>What would settle it:</b> ${settleWords(settle)}</p>`;
}
