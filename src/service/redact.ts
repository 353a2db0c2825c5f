/** Shapes of what must not be told: tokens of GitHub, authorization headers, passwords in addresses, keys. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bgh[pousr]_[A-Za-z0-9_]{4,255}/, '<token>'],
  [/\bgithub_pat_[A-Za-z0-9_]{4,255}/, '<token>'],
  [/\b(?:Bearer|Basic) [\w.~+/=-]{4,2000}/i, '<authorization>'],
  [/\btoken [\w.~+/=-]{16,2000}/i, '<authorization>'],
  [/:\/\/[^/\s:@]{0,200}:[^/\s@]{1,200}@/, '://<password>@'],
  [/\bAUTH (?:PLAIN|LOGIN|XOAUTH2) [A-Za-z0-9+/=]{1,2000}/i, 'AUTH <secret>'],
];

const CHARACTERS_MAX = 2_000;
const FINDS_MAX = 50;

/**
 * The text without what looks like a secret, and not longer than a line of a log may be. What follows the begin of a key
 * is cut off with it.
 */
export function redacted(text: string): string {
  const key = text.indexOf('-----BEGIN ');
  let kept = (key < 0 ? text : `${text.slice(0, key)}<key>`).slice(0, CHARACTERS_MAX);
  for (const [shape, word] of SECRETS)
    for (let finds = 0; finds < FINDS_MAX && shape.test(kept); finds++) kept = kept.replace(shape, word);
  return kept;
}
