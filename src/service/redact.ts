/** Shapes of what must not be told: tokens of GitHub, authorization headers, passwords in addresses, keys. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bgh[pousr]_[\w.-]{4,2000}/, '<token>'],
  [/\bgithub_pat_[A-Za-z0-9_]{4,255}/, '<token>'],
  [/\b(?:Bearer|Basic) [\w.~+/=-]{4,2000}/i, '<authorization>'],
  [/\btoken [\w.~+/=-]{16,2000}/i, '<authorization>'],
  [/:\/\/[^/\s:@]{0,200}:[^/\s@]{1,200}@/, '://<password>@'],
  [/\bAUTH (?:PLAIN|LOGIN|XOAUTH2) [A-Za-z0-9+/=]{1,2000}/i, 'AUTH <secret>'],
];

const CHARACTERS_MAX = 2_000;
const FINDS_MAX = 50;

/** Too short to be told from a word. */
const SECRET_CHARACTERS_MIN = 6;

/**
 * The text without what looks like a secret, and not longer than a line of a log may be. What follows the begin of a key
 * is cut off with it.
 * @param known  secrets that this process was given, whatever their shape
 */
export function redacted(text: string, known: readonly string[] = []): string {
  const whole = known
    .filter((secret) => secret.length >= SECRET_CHARACTERS_MIN)
    .reduce((left, secret) => left.replaceAll(secret, '<secret>'), text);
  const key = whole.indexOf('-----BEGIN ');
  let kept = (key < 0 ? whole : `${whole.slice(0, key)}<key>`).slice(0, CHARACTERS_MAX);
  for (const [shape, word] of SECRETS)
    for (let finds = 0; finds < FINDS_MAX && shape.test(kept); finds++) kept = kept.replace(shape, word);
  return kept;
}
