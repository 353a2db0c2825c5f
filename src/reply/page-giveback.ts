import type { Report } from '../report.ts';
import { type GivebackPicture, givebackPictures } from './giveback-picture.ts';
import { type Html, html } from './html.ts';
import { driverWords, readFrom, refusalLines } from './tree-words.ts';

type Model = NonNullable<Report['model']>;
type Hcd = Model['before'];

/** The giveback path as a picture before and after, its properties, what else changed, and its hazards. */
export function givebackSection(model: Report['model']): Html {
  if (model === null)
    return html`<p>No change to a modelled host controller or class driver was recognised.</p>`;
  return html`<p>${model.driver}, read from ${readFrom(model)}.</p>${provenance(model)}
<div class="sides">
${givebackPictures(model).map(figure)}
</div>
<p class="quiet">From left to right: what follows what. Not to scale.</p>
${propertyTable(model)}${changes(model)}${unmodelled(model)}${hazards(model)}`;
}

/** What the tree did not take, and that the driver is a guess. */
function provenance(model: Model): Html | null {
  const lines = [...refusalLines(model), driverWords(model)].filter((line) => line !== null);
  return lines.length === 0 ? null : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function figure({ when, says, drawn }: GivebackPicture): Html {
  return html`<figure><figcaption><b>${when}</b>: ${says}</figcaption>
${drawn}</figure>`;
}

function rowsOf(hcd: Hcd): readonly (readonly [string, string])[] {
  const { giveback, irq, buffers, enqueue } = hcd;
  return [
    ['giveback', `${giveback.context}, in ${giveback.function}()`],
    ['lock', `${giveback.lock}, ${giveback.lockDropped ? 'dropped' : 'kept'}`],
    ['HCD_BH', hcd.hcdBh ? 'on' : 'off'],
    ['interrupt', `${irq.type}, ${irq.handler}()`],
    ['moderation', `${irq.moderationNs} ns`],
    ['buffers', buffers.kind],
    ['enqueue', `${enqueue.function}(), ${enqueue.takesLock ? 'takes the lock' : 'takes no lock'}`],
    ['locks per skb', `${hcd.skbLockPairs}`],
    ...(irq.isocEvents === undefined ? [] : [['isochronous events', isocWords(irq.isocEvents)] as const]),
    ...(hcd.uvcHeader === undefined ? [] : [['UVC header', hcd.uvcHeader] as const]),
  ];
}

/** Only where one side has them: most series are of no network driver. */
function limitRowsOf(hcd: Hcd, { before, after }: Model): readonly (readonly [string, string])[] {
  const isTold = before.byteQueueLimits === true || after.byteQueueLimits === true;
  return isTold ? [['byte queue limits', hcd.byteQueueLimits === true ? 'on' : 'off']] : [];
}

/** What is played on a device controller. */
function gadgetRowsOf({ gadget }: Hcd): readonly (readonly [string, string])[] {
  if (gadget === undefined) return [];
  return [
    ['storage buffers', `${gadget.storageBuffers} of ${gadget.storageBufferBytes} bytes`],
    ['link requests', `2 × ${gadget.etherQmult} each way${gadget.isEtherThrottled ? ', throttled' : ''}`],
  ];
}

function isocWords({ every, least }: NonNullable<Hcd['irq']['isocEvents']>): string {
  return every === null
    ? 'the last of an URB interrupts'
    : `one of ${every} interrupts, at most one of ${least}`;
}

function propertyTable(model: Model): Html {
  const { before, after } = model;
  const allRowsOf = (hcd: Hcd) => [...rowsOf(hcd), ...limitRowsOf(hcd, model), ...gadgetRowsOf(hcd)];
  const later = new Map(allRowsOf(after));
  const rows = allRowsOf(before).map(([name, value]) => {
    const then = later.get(name) ?? '';
    const changed = then === value ? 'the same' : html`<b>${then}</b>`;
    return html`<tr><th scope="row">${name}</th><td>${value}</td><td>${changed}</td></tr>`;
  });
  return html`<table><thead><tr><th scope="col">property</th><th scope="col">before</th>
<th scope="col">after</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function changes(model: Model): Html | null {
  if (model.changes.length === 0) return null;
  return html`<h3>What the series changes</h3><ul>${model.changes.map(
    ({ kind, from, to, file, line, evidence }) =>
      html`<li>${kind}: ${from} → ${to}${place(file, line)}<br><span class="quiet">${evidence}</span></li>`,
  )}</ul>`;
}

function place(file: string | null, line: number | null): Html | null {
  if (file === null) return null;
  return html` <code>${line === null ? file : `${file}:${line}`}</code>`;
}

function unmodelled(model: Model): Html | null {
  if (model.unmodelled.length === 0) return null;
  return html`<h3>Not modelled</h3><ul>${model.unmodelled.map(
    ({ file, why }) => html`<li><code>${file}</code>: ${why}</li>`,
  )}</ul>`;
}

function hazards(model: Model): Html | null {
  if (model.hazards.length === 0) return null;
  return html`<h3>Hazards</h3>${model.hazards.map(hazard)}`;
}

function hazard({ kind, severity, because, trace, where }: Model['hazards'][number]): Html {
  const tone = severity === 'error' ? 'bad' : 'unsure';
  const steps = trace.length === 0 ? null : html`<ol>${trace.map((step) => html`<li>${step}</li>`)}</ol>`;
  return html`<p><span class="mark ${tone}">${kind}</span> ${because}
${where === null ? null : place(where.file, where.line)}</p>
${steps}`;
}
