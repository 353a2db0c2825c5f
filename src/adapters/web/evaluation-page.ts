import type { LetterEntry, ReportEntry } from '../../ports/dashboard-store.ts';
import type { StoredReport } from '../../ports/evaluation-store.ts';
import { pageHeader, pageSections } from '../../reply/compose-page.ts';
import { headline } from '../../reply/headline.ts';
import { type Html, html } from '../../reply/html.ts';
import { OUTCOME_TONE } from '../../reply/words.ts';
import type { WebSettings } from '../../service/web-settings.ts';
import { actForm, noToken } from './act-form.ts';
import { CURRENT, type Page, timeOf } from './frame.ts';

/** A report with what the service knows of its thread. */
export interface Evaluation {
  readonly stored: StoredReport;
  readonly runs: readonly ReportEntry[];
  readonly letters: readonly LetterEntry[];
  readonly silences: readonly string[];
  /** The number of a run that is planned and not done; null when there is none. */
  readonly waitingRun: number | null;
  readonly settings: WebSettings;
}

/** The page of "one verdict, many faces", and around it what can be done here. */
export function evaluationPage(evaluation: Evaluation): Page {
  const { report } = evaluation.stored;
  const body = html`${waiting(evaluation)}
${pageHeader(report)}
${rerun(evaluation)}
${pageSections(report)}
${runs(evaluation)}
${letters(evaluation)}
${silences(evaluation)}`;
  return { title: `${report.series.subject || 'a series'}: ${headline(report)}`, place: 'evaluations', body };
}

function waiting({ waitingRun }: Evaluation): Html | null {
  return waitingRun === null
    ? null
    : html`<p class="notice" role="status">Run ${waitingRun} is planned. This page shows what was found before it.</p>`;
}

function rerun({ stored, waitingRun, settings }: Evaluation): Html {
  if (settings.tokenSha256 === null) return noToken();
  const button =
    waitingRun === null ? actForm(`/evaluations/${stored.key}/rerun`, 'Evaluate once more', settings) : null;
  return html`<div class="act">${button}<a href="/evaluations/${stored.key}/report.json">The report as JSON</a></div>`;
}

function runs({ runs: all, stored }: Evaluation): Html | null {
  if (all.length < 2) return null;
  const items = all.map(
    ({
      key,
      run,
      outcome,
      atMs,
    }) => html`<li><a href="/evaluations/${key}"${key === stored.key ? CURRENT : null}>run ${run}</a>
<span class="mark ${OUTCOME_TONE[outcome]}">${outcome}</span> <span class="quiet">${timeOf(atMs)}</span></li>`,
  );
  return html`<section><h2>Runs</h2><ul>${items}</ul></section>`;
}

function letters({ letters: all }: Evaluation): Html | null {
  if (all.length === 0) return null;
  const items = all.map(
    ({
      document,
      subject,
      sender,
      atMs,
    }) => html`<li><a href="/mails/${document}">${subject || '(no subject)'}</a>
<span class="quiet">${sender ?? 'somebody'} \u00b7 ${timeOf(atMs)}</span></li>`,
  );
  return html`<section><h2>Mails, as they came</h2><ul>${items}</ul></section>`;
}

function silences({ silences: all }: Evaluation): Html | null {
  if (all.length === 0) return null;
  return html`<section><h2>Why nothing, or less, was said</h2><ul>${[...new Set(all)].map(
    (because) => html`<li>${because}</li>`,
  )}</ul></section>`;
}
