const DIGITS = 4;

/** A number the model made, in four significant digits, without exponent and trailing zeros: "12.35", "0.0002". */
export function fewDigits(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return `${value}`;
  const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
  const text = value.toFixed(Math.min(100, Math.max(0, DIGITS - whole)));
  return text.includes('.') ? withoutTrailingZeros(text) : text;
}

function withoutTrailingZeros(text: string): string {
  const last = [...text].findLastIndex((digit) => digit !== '0');
  return text.slice(0, text[last] === '.' ? last : last + 1);
}
