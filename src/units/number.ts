/** A number as it stands in a text; `end` is the index behind it. */
export interface WrittenNumber {
  readonly value: number;
  readonly end: number;
}

/** Longer runs of digits are hashes and ids, not measurements. */
const DIGITS_MAX = 18;

/**
 * Reads the unsigned number that begins at `start`: "933.86", ".8", "4,214" (thousands), "22,3564" and "46,9"
 * (decimal comma), "1e6". Undefined when none begins there. Never looks further than the number itself.
 */
export function readNumberAt(text: string, start: number): WrittenNumber | undefined {
  const whole = digitsEnd(text, start);
  const lead = whole - start;
  if (lead > DIGITS_MAX) return undefined;
  if (lead === 0) return text[start] === '.' ? withFraction(text, start, start) : undefined;
  if (text[whole] === ',') return withComma(text, start, whole);
  return withExponent(
    text,
    withFraction(text, start, whole) ?? { value: Number(text.slice(start, whole)), end: whole },
  );
}

function withFraction(text: string, start: number, dot: number): WrittenNumber | undefined {
  if (text[dot] !== '.') return undefined;
  const end = digitsEnd(text, dot + 1);
  if (end === dot + 1 || end - dot > DIGITS_MAX) return undefined;
  return { value: Number(text.slice(start, end)), end };
}

/** "4,214" and "1,234,567.5" group thousands; any other count of digits behind a single comma makes it decimal. */
function withComma(text: string, start: number, comma: number): WrittenNumber {
  const plain = { value: Number(text.slice(start, comma)), end: comma };
  const first = digitsEnd(text, comma + 1) - comma - 1;
  if (first === 0 || first > DIGITS_MAX) return plain;
  if (first === 3 && comma - start <= 3 && text[start] !== '0') return withThousands(text, start, comma);
  // "1, 2" never comes here (a space follows); "10,20,30" is a list and stays at its first member.
  if (text[comma + 1 + first] === ',') return plain;
  const end = comma + 1 + first;
  return { value: Number(`${text.slice(start, comma)}.${text.slice(comma + 1, end)}`), end };
}

function withThousands(text: string, start: number, comma: number): WrittenNumber {
  let end = comma;
  while (text[end] === ',' && digitsEnd(text, end + 1) === end + 4 && end - start < DIGITS_MAX) end += 4;
  const fraction = withFraction(text, end, end);
  const last = fraction?.end ?? end;
  return { value: Number(text.slice(start, last).replaceAll(',', '')), end: last };
}

function withExponent(text: string, found: WrittenNumber): WrittenNumber {
  const mark = text[found.end];
  if (mark !== 'e' && mark !== 'E') return found;
  const sign = text[found.end + 1] === '-' || text[found.end + 1] === '+' ? 1 : 0;
  const end = digitsEnd(text, found.end + 1 + sign);
  if (end === found.end + 1 + sign || end - found.end > 4) return found;
  return { value: found.value * 10 ** Number(text.slice(found.end + 1, end)), end };
}

function digitsEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
