/** Each of these does one thing to one row of the store; the running service sees it within seconds. */
export const OPERATOR_COMMANDS = [
  ['rerun', '<thread>', 'evaluate a thread once more: a Message-ID, or a file that holds one of its mails'],
  ['why-silent', '<thread>', 'say why a thread was not answered'],
  ['release', '<post>', 'let a held post go'],
  ['mark-sent', '<post>', 'say that a held post did leave'],
  ['resend', '<post>', 'say that a held post did not leave, and let it go once more'],
  ['cancel', '<thread>', 'drop what of a thread waits to be evaluated or posted'],
  ['redrive', '<task>', 'try a task again that gave up'],
  ['stop', '[thread]', 'post nothing any more: in a thread, or at all'],
  ['start', '[thread]', 'take a stop back'],
] as const;

export type OperatorVerb = (typeof OPERATOR_COMMANDS)[number][0];
