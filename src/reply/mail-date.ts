const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Days by which a month is later in the week than January, in a year that begins in March. */
const MONTH_SHIFT = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];

/**
 * An ISO 8601 time as a mail header writes it, in its own time zone: "Mon, 01 Apr 2019 23:16:11 +0900".
 * Null for any other text. Source: RFC 5322 section 3.3; the weekday after Tomohiko Sakamoto.
 */
export function mailDate(iso: string): string | null {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00', zone = ''] =
    ISO.exec(iso) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return null;
  const weekday = WEEKDAYS[weekdayOf(Number(year), Number(month), Number(day))];
  const offset = zone === 'Z' ? '+0000' : zone.replace(':', '');
  return `${weekday}, ${day} ${name} ${year} ${hour}:${minute}:${second} ${offset}`;
}

function weekdayOf(year: number, month: number, day: number): number {
  const marchYear = month < 3 ? year - 1 : year;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return (marchYear + leapDays + (MONTH_SHIFT[month - 1] ?? 0) + day) % 7;
}
