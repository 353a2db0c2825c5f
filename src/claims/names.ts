/** Subject words behind a cue that are grammar, not names. */
const GRAMMAR = new Set([
  'of',
  'in',
  'for',
  'the',
  'a',
  'an',
  'to',
  'and',
  'or',
  'on',
  'by',
  'from',
  'with',
  'case',
  'calling',
  'buffers',
  'context',
  'running',
  'urb',
  'usb',
]);

/** Whole words and the parts of identifiers: "usb_alloc_coherent" gives itself, usb, alloc and coherent. */
export function namesOf(label: string): readonly string[] {
  const names: string[] = [];
  for (const word of label.toLowerCase().match(/[a-z][\w-]*/g) ?? []) {
    names.push(word);
    if (word.includes('_')) names.push(...word.split('_'));
  }
  return names.filter((name) => name.length > 3 && !GRAMMAR.has(name));
}
