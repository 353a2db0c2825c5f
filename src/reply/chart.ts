import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { type Html, trustedHtml } from './html.ts';
import { visible } from './visible.ts';

/** Colours are those of the page, so that a chart is right in light, in dark and on paper. */
export const COLOUR = {
  ink: 'var(--ink)',
  soft: 'var(--soft)',
  rule: 'var(--line-strong)',
  claimed: 'var(--claimed)',
  replayed: 'var(--replayed)',
  band: 'var(--band)',
  limit: 'var(--limit)',
  paper: 'var(--paper)',
} as const;

/** Charts are drawn for a phone and scaled up: text stays readable at 320 CSS pixels. */
export const CHART_WIDTH = 320;

/**
 * A chart as SVG inside a page. `says` is what somebody who does not see it is told; the names that Plot gives to its
 * groups stay as classes, since a picture has no parts for a screen reader.
 */
export function chart(says: string, options: Plot.PlotOptions): Html {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = Plot.plot({ width: CHART_WIDTH, ...options, document });
  unstyled(svg);
  for (const group of svg.querySelectorAll('[aria-label]')) {
    group.setAttribute('class', (group.getAttribute('aria-label') ?? '').replaceAll(' ', '-'));
    group.removeAttribute('aria-label');
  }
  for (const element of svg.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) element.setAttribute(name, roundedPlaces(value));
  }
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', visible(says));
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  return trustedHtml(svg.outerHTML);
}

/** The look of a chart is the page's: a server that allows no style within a page must show it as well. */
function unstyled(svg: ReturnType<typeof Plot.plot>): void {
  for (const style of svg.querySelectorAll('style')) style.remove();
  svg.removeAttribute('style');
  svg.setAttribute('font-size', '12');
}

/** A hundredth of a pixel is enough, and the last digits of a double are not the same on every machine. */
function roundedPlaces(value: string): string {
  return value.replace(/\d{1,9}\.\d{3,20}/g, (place) => `${Number(Number(place).toFixed(2))}`);
}

export { Plot };
