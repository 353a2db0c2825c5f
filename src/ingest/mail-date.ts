const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const TEXT_LENGTH_MAX = 200;

/** Minutes east of Greenwich. Source: RFC 5322 section 4.3, and the zones archives print. */
const ZONES: ReadonlyMap<string, number> = new Map([
  ['UT', 0],
  ['UTC', 0],
  ['GMT', 0],
  ['Z', 0],
  ['WET', 0],
  ['WEST', 60],
  ['BST', 60],
  ['CET', 60],
  ['MET', 60],
  ['CEST', 120],
  ['MEST', 120],
  ['EET', 120],
  ['EEST', 180],
  ['MSK', 180],
  ['JST', 540],
  ['KST', 540],
  ['HKT', 480],
  ['EST', -300],
  ['EDT', -240],
  ['CST', -360],
  ['CDT', -300],
  ['MST', -420],
  ['MDT', -360],
  ['PST', -480],
  ['PDT', -420],
]);

const COMMON =
  /^(?:[A-Z][a-z]{2}, )?\s?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}(?: \([A-Z]{1,5}\))?$/;

interface Fields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly time: string;
  readonly offsetMinutes: number;
}

/**
 * The instant a mail's Date gives, in ISO 8601 with the sender's offset: "2019-05-08T01:02:20+09:00".
 * Reads RFC 5322 with the obsolete forms (two-digit years, named zones, comments) and what archives print,
 * "Thu Aug 09 2018 - 05:44:15 EST" and "Thu Aug  9 05:44:15 2018". Null for anything else: never "now".
 * A date without a zone is read as UTC.
 */
export function readMailDate(text: string): string | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  return readCommon(text) ?? readAny(text);
}

/** "Wed, 8 May 2019 01:02:20 +0900": what nearly every mail says, read without taking it apart. */
function readCommon(text: string): string | null {
  if (!COMMON.test(text)) return null;
  const start = text.startsWith(', ', 3) ? 5 : 0;
  const dayEnd = text.indexOf(' ', start + 1);
  const day = text.slice(start, dayEnd).trim();
  const month = MONTHS.indexOf(text.slice(dayEnd + 1, dayEnd + 4).toLowerCase()) + 1;
  const year = text.slice(dayEnd + 5, dayEnd + 9);
  const clock = text.slice(dayEnd + 10, dayEnd + 18);
  const zone = text.slice(dayEnd + 19, dayEnd + 24);
  if (!isCommonTime(clock, zone) || checked(Number(year), month, Number(day)) === null) return null;
  // Joined, not concatenated: letters are kept by the thousand, and a string in one piece takes a tenth of the memory.
  const date = [year, '-', two(month), '-', day.padStart(2, '0')];
  return [...date, 'T', clock, zone.slice(0, 3), ':', zone.slice(3)].join('');
}

function isCommonTime(clock: string, zone: string): boolean {
  const isOfDay = clock < '24' && clock.charAt(3) < '6' && clock.charAt(6) < '6';
  return isOfDay && Number(zone.slice(1)) <= 2400;
}

function readAny(text: string): string | null {
  const words = withoutComments(text)
    .split(/[\s,]+/)
    .filter((word) => word !== '' && word !== '-');
  const time = words.findIndex((word) => /^\d{1,2}[:.]\d{2}([:.]\d{2})?$/.test(word));
  if (time < 0) return null;
  const date = readDay(words.filter((word, at) => at < time || (at <= time + 2 && isYear(word))));
  const zone = words.slice(time + 1).find((word) => !isYear(word) || /^[+-]/.test(word));
  const offsetMinutes = readZone(zone);
  const clock = readClock(words[time] ?? '');
  if (date === null || clock === null || offsetMinutes === null) return null;
  return compose({ ...date, time: clock, offsetMinutes });
}

/** Seconds since 1970 of a date that `readMailDate` gave; null for any other text. */
export function secondsOf(iso: string | null): number | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)([+-])(\d\d):(\d\d)$/.exec(iso ?? '');
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const offset = (Number(found[8]) * 60 + Number(found[9])) * (found[7] === '-' ? -60 : 60);
  return daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
}

/** Proleptic Gregorian days, with March as the first month so that the leap day comes last. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function isYear(word: string | undefined): boolean {
  return word !== undefined && /^\d{4}$/.test(word);
}

function withoutComments(text: string): string {
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}

function readDay(words: readonly string[]): Pick<Fields, 'year' | 'month' | 'day'> | null {
  const iso = words.map((word) => /^(\d{4})-(\d{2})-(\d{2})$/.exec(word)).find((found) => found !== null);
  if (iso) return checked(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = words.flatMap((word) => word.split('-'));
  const month = parts.map((word) => MONTHS.indexOf(word.slice(0, 3).toLowerCase())).find((at) => at >= 0);
  const numbers = parts.filter((word) => /^\d{1,4}$/.test(word));
  const [first, second] = numbers;
  if (month === undefined || first === undefined || second === undefined || numbers.length !== 2) return null;
  return checked(fullYear(second), month + 1, Number(first));
}

/** Two and three digits are years of RFC 822. Source: RFC 5322 section 4.3. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  if (digits.length === 3) return 1900 + year;
  return year < 50 ? 2000 + year : 1900 + year;
}

function checked(year: number, month: number, day: number): Pick<Fields, 'year' | 'month' | 'day'> | null {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  const days = (DAYS_OF_MONTH[month - 1] ?? 0) + leap;
  return year >= 1970 && year <= 9999 && day >= 1 && day <= days ? { year, month, day } : null;
}

function readClock(word: string): string | null {
  const [hour = '', minute = '', second = '00'] = word.split(/[:.]/);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  // A leap second has no place in ISO 8601 as other programs read it.
  const whole = Math.min(Number(second), 59);
  return `${two(Number(hour))}:${minute}:${two(whole)}`;
}

function readZone(word: string | undefined): number | null {
  if (word === undefined) return 0;
  const named = ZONES.get(word.toUpperCase());
  if (named !== undefined) return named;
  const digits = /^(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})$/.exec(word);
  if (digits === null) return /^[A-Za-z]{1,5}$/.test(word) ? 0 : null;
  const minutes = Number(digits[2]) * 60 + Number(digits[3]);
  if (minutes > 24 * 60) return null;
  return digits[1] === '-' ? -minutes : minutes;
}

function compose(fields: Fields): string {
  const { offsetMinutes } = fields;
  const size = Math.abs(offsetMinutes);
  const zone = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${String(fields.year).padStart(4, '0')}-${two(fields.month)}-${two(fields.day)}T${fields.time}${zone}`;
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}
