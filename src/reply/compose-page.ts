import type { Report, ReportClaim } from '../report.ts';
import { claimedFigures, percentWithSign } from './figures.ts';
import { gatherFindings } from './gather-findings.ts';
import { headline } from './headline.ts';
import { type Html, html, trustedHtml } from './html.ts';
import { answerMark, claimSection, findingItem } from './page-claim.ts';
import { givebackSection } from './page-giveback.ts';
import { PAGE_STYLE } from './page-style.ts';
import { notJudged } from './points.ts';
import { OUTCOME_TONE } from './words.ts';

const WHOLE_CHARACTERS_MAX = 10;

/** Nothing is loaded and nothing runs, whatever a page might be made to hold. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The whole report as one page that needs nothing else: no script, no font, no picture from elsewhere. */
export function composePage(report: Report): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${report.series.subject || 'giveback'}: ${headline(report)}</title>
<style>${trustedHtml(PAGE_STYLE)}</style>
</head>
<body>
${pageHeader(report)}
<main>
${pageSections(report)}
</main>
</body>
</html>
`;
  return page.markup;
}

/** What stands under the header, for a page that has more around it. */
export function pageSections(report: Report): Html {
  return html`${claims(report)}
<section><h2>The giveback path</h2>
${givebackSection(report.model)}</section>
${ofSeries(report)}${silent(report)}${problems(report)}${repeat(report)}`;
}

export function pageHeader(report: Report): Html {
  const { series, outcome } = report;
  const facts = [
    `v${series.version}`,
    series.total === 1 ? '1 patch' : `${series.total} patches`,
    series.author?.name ?? '',
    series.date?.slice(0, 10) ?? '',
  ];
  return html`<header>
<h1>${series.subject || '(no subject)'}</h1>
<p class="quiet">${facts.filter((fact) => fact !== '').join(' · ')}</p>
<p class="headline"><span class="${OUTCOME_TONE[outcome]}">${outcome}</span> \u00b7 ${headline(report)}</p>
<p>${report.summary}</p>
<p class="quiet">Made by giveback ${report.tool.version}. Nothing was run on hardware: the stated numbers were
checked and replayed on a model. It may contain errors.</p>
</header>`;
}

function claims(report: Report): Html {
  if (report.claims.length === 0)
    return html`<section><h2>Claims</h2><p>No performance claim was found.</p></section>`;
  const findings = gatherFindings(report);
  return html`<section><h2>Claims</h2>
${overview(report.claims)}
${report.claims.map((claim) =>
  claimSection(
    claim,
    findings.filter(({ claims: ids }) => ids.includes(claim.id)),
  ),
)}
</section>`;
}

function overview(all: readonly ReportClaim[]): Html {
  const rows = all.map(
    (claim) => html`<tr><td><a href="#${claim.id}">${claim.id} ${claim.quantity}</a></td>
<td>${claimedFigures(claim)}</td>${changeCell(claim)}<td>${answerMark(claim)}</td></tr>`,
  );
  return html`<table class="overview"><thead><tr><th scope="col">claim</th><th scope="col">claimed</th>
<th scope="col">change</th><th scope="col">answer</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** A usual change stays on one line; one that no phone is wide enough for may be broken. */
function changeCell({ deltaPercent }: ReportClaim): Html {
  const text = deltaPercent === null ? '' : percentWithSign(deltaPercent).trim();
  return text.length <= WHOLE_CHARACTERS_MAX ? html`<td class="whole">${text}</td>` : html`<td>${text}</td>`;
}

function ofSeries(report: Report): Html | null {
  const known = new Set(report.claims.map(({ id }) => id));
  const rest = gatherFindings(report).filter(({ claims: ids }) => !ids.some((id) => known.has(id)));
  if (rest.length === 0) return null;
  return html`<section><h2>Of the whole series</h2><ul>${rest.map(findingItem)}</ul></section>`;
}

function silent(report: Report): Html | null {
  const groups = notJudged(report);
  if (groups.length === 0) return null;
  return html`<section><h2>What was not judged, and why</h2><ul>${groups.map(
    ({ claims: ids, because }) => html`<li>${ids.join(', ')}: ${because}</li>`,
  )}</ul></section>`;
}

function problems(report: Report): Html | null {
  if (report.problems.length === 0) return null;
  return html`<section><h2>What could not be read</h2><ul>${report.problems.map(
    ({ text }) => html`<li>${text}</li>`,
  )}</ul></section>`;
}

function repeat({ reproduce, input, series }: Report): Html {
  return html`<section><h2>How to repeat it</h2>
<pre>${reproduce.command}</pre>
<dl class="figures">
<dt>seed</dt><dd>${reproduce.seed}</dd>
<dt>model</dt><dd>${reproduce.modelVersion}</dd>
<dt>config</dt><dd><code>${reproduce.configSha256}</code></dd>
<dt>input</dt><dd><code>${input.sha256}</code> (sha256)</dd>
<dt>base</dt><dd>${series.baseCommit ?? 'not given'}</dd>
</dl></section>`;
}
