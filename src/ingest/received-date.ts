import { lineEnd } from './headers.ts';
import { readMailDate, secondsOf } from './mail-date.ts';

const DAY_SECONDS = 86_400;

/**
 * When a mail was sent: its Date, unless that is missing, can not be read, or lies in a later year than the arrival and more
 * than the days allowed behind it. Then it is the date in the first Received header, which the last server on the way wrote.
 *
 * @param head  the headers, one character per byte
 * @param said  what Date gives, ISO 8601, or null
 */
export function sentDate(head: string, said: string | null, aheadDaysMax: number): string | null {
  const year = said === null ? '' : said.slice(0, 4);
  if (said !== null && !isOtherYear(head, year)) return said;
  const received = receivedDate(head);
  const ahead = (secondsOf(said) ?? Infinity) - (secondsOf(received) ?? Infinity);
  return said === null || ahead > aheadDaysMax * DAY_SECONDS ? (received ?? said) : said;
}

/** Whether the first Received header does not name the year of Date: then, and only then, dates are compared. */
function isOtherYear(head: string, year: string): boolean {
  const received = firstReceived(head);
  return received !== '' && !received.includes(` ${year} `);
}

function receivedDate(head: string): string | null {
  const received = firstReceived(head).replaceAll(/\s+/g, ' ');
  return readMailDate(received.slice(received.lastIndexOf(';') + 1).trim());
}

/** The first Received header as it stands; empty when there is none. */
function firstReceived(head: string): string {
  const start = /^received:/i.test(head.slice(0, 9)) ? 0 : head.indexOf('\nReceived:') + 1;
  if (start === 0 && !/^received:/i.test(head.slice(0, 9))) return '';
  let end = lineEnd(head, start);
  while (head[end + 1] === ' ' || head[end + 1] === '\t') end = lineEnd(head, end + 1);
  return head.slice(start, end);
}
