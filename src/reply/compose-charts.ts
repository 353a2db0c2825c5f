import { parseHTML } from 'linkedom';
import type { Report } from '../report.ts';
import { givebackPictures } from './giveback-picture.ts';
import type { Html } from './html.ts';
import { intervalChart } from './interval-chart.ts';
import { COLOURS } from './page-style.ts';
import { timelineChart } from './timeline-chart.ts';

/** A picture of the page as a file of its own. `name` is safe in an address: "c1", "giveback-after". */
export interface ChartFile {
  readonly name: string;
  /** SVG: no script, nothing loaded, light and dark as the reader has it. */
  readonly svg: string;
}

/** The pictures of a report's page, for places that may link to a picture and may not hold one. */
export function composeCharts(report: Report): readonly ChartFile[] {
  const ofClaims = report.claims.flatMap((claim) => [
    { name: claim.id, drawn: intervalChart(claim) },
    { name: `${claim.id}-irqs-off`, drawn: timelineChart(claim) },
  ]);
  return [...ofClaims, ...givebackPictures(report.model)].flatMap(({ name, drawn }) =>
    drawn === null ? [] : [{ name, svg: standalone(drawn) }],
  );
}

/** Pixels for each unit of a chart: it was drawn for a phone. */
const SCALE = 2;

/** What an SVG needs outside a page: its namespace, a size, the colours, and a title in place of the label. */
function standalone({ markup }: Html): string {
  const { document } = parseHTML(markup);
  const element = (name: string, text: string) => {
    const made = document.createElementNS(SVG, name);
    made.textContent = text;
    return made;
  };
  const svg = document.querySelector('svg');
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  svg.prepend(element('title', svg.getAttribute('aria-label') ?? ''), element('style', STYLE));
  svg.removeAttribute('aria-label');
  svg.setAttribute('xmlns', SVG);
  svg.setAttribute('width', `${SCALE * width}`);
  svg.setAttribute('height', `${SCALE * height}`);
  return `${svg.outerHTML}\n`;
}

const SVG = 'http://www.w3.org/2000/svg';
const STYLE = `${COLOURS}svg { background: var(--paper); color: var(--ink); }`;
