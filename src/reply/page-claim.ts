import type { ReportClaim, ReportFinding } from '../report.ts';
import { answerTo } from './answers.ts';
import { fewDigits } from './few-digits.ts';
import { claimedFigures, percentInterval, percentWithSign } from './figures.ts';
import { type Html, html } from './html.ts';
import { chartLegend, intervalChart } from './interval-chart.ts';
import { settleWords } from './settle-lines.ts';
import { VERDICT_TONE, verdictWords } from './words.ts';

const FINDING_TONE = { error: 'bad', warning: 'unsure', info: '' } as const;

/** One claim: the author's line beside what was found in it, and its figures beside what the model gives. */
export function claimSection(claim: ReportClaim, findings: readonly ReportFinding[]): Html {
  return html`<article class="claim" id="${claim.id}">
<header><h3>${claim.id} ${claim.quantity}</h3>${answerMark(claim)}</header>
<div class="sides">
<div>${figures(claim)}${quotation(claim)}${findingList(findings)}</div>
<div>${picture(claim)}<p>${claim.because}</p>${sensitivity(claim)}${implied(claim)}${settled(claim)}</div>
</div>
</article>
`;
}

/** The answer in the words that the headline counts, and the verdict behind it where it says more. */
export function answerMark(claim: ReportClaim): Html {
  const answer = answerTo(claim);
  const verdict = verdictWords(claim);
  const more = verdict === answer ? '' : ` (${verdict})`;
  return html`<span><span class="mark ${VERDICT_TONE[claim.verdict]}">${answer}</span>${more}</span>`;
}

function figures(claim: ReportClaim): Html {
  const { deltaPercent, replay, stated, device, machine } = claim;
  const rows: readonly (readonly [string, string | null])[] = [
    ['claimed', claimedFigures(claim)],
    ['change', deltaPercent === null ? null : percentWithSign(deltaPercent).trim()],
    ['the text says', stated === null ? null : stated.text],
    ['replayed', replay === null ? null : `${percentInterval(replay.deltaPercent).trim()} (5\u201395 %)`],
    ['configurations', configurations(claim)],
    ['limits', limits(claim)],
    ['device', device],
    ['machine', machine],
  ];
  const shown = rows.filter(([, value]) => value !== null && value.trim() !== '');
  return html`<dl class="figures">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function configurations({ values, unit }: ReportClaim): string | null {
  return values.length === 0
    ? null
    : values.map(({ label, value }) => `${label} ${value} ${unit}`).join('; ');
}

function limits(claim: ReportClaim): string | null {
  const parts = claim.limits.map(({ name, convention, ratio }) => {
    const what = [name, convention].filter((part) => part !== '').join(', ');
    return `${fewDigits(100 * ratio)} % of ${what}`;
  });
  return parts.length === 0 ? null : parts.join('; ');
}

function quotation({ where }: ReportClaim): Html | null {
  if (where.text.trim() === '') return null;
  const source = where.messageId === null ? '' : ` of ${where.messageId}`;
  return html`<figure><blockquote>${where.text}</blockquote>
<figcaption>line ${where.line}${source}</figcaption></figure>`;
}

function findingList(findings: readonly ReportFinding[]): Html | null {
  if (findings.length === 0) return null;
  return html`<ul>${findings.map(findingItem)}</ul>`;
}

export function findingItem({ kind, severity, text }: ReportFinding): Html {
  return html`<li><span class="mark ${FINDING_TONE[severity]}">${kind}</span> ${text}</li>`;
}

function picture(claim: ReportClaim): Html | null {
  const drawn = intervalChart(claim);
  if (drawn === null) return null;
  const legend = chartLegend(claim);
  return html`<figure>${drawn}${legend.length === 0 ? null : html`<figcaption>${legend.join('; ')}</figcaption>`}</figure>`;
}

function sensitivity({ id, replay }: ReportClaim): Html | null {
  const decidedBy = replay?.decidedBy ?? null;
  if (decidedBy === null) return null;
  const { parameter, share } = decidedBy;
  return html`<p>Mostly decided by <b>${parameter}</b>:
<meter min="0" max="1" value="${share}" aria-label="${id}: share of the spread that ${parameter} explains"></meter>
${Math.round(100 * share)} % of the spread.</p>`;
}

function implied({ replay }: ReportClaim): Html | null {
  const wanted = replay?.implied ?? null;
  if (wanted === null) return null;
  const { parameter, needed, plausible, verdict } = wanted;
  return html`<p>The claim would need <b>${parameter}</b> = ${fewDigits(needed)}; plausible is
${fewDigits(plausible.low)} … ${fewDigits(plausible.high)}, so this is ${verdict}.</p>`;
}

function settled({ settle }: ReportClaim): Html | null {
  return settle === null ? null : html`<p><b>What would settle it:</b> ${settleWords(settle)}</p>`;
}
