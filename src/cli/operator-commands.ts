import { RULES } from '../service/commands.ts';

/** What is done to one post or task of the store; the running service sees it within seconds. */
export const OPERATOR_COMMANDS = [
  ['release', '<post>', 'let a held post go'],
  ['mark-sent', '<post>', 'say that a held post did leave'],
  ['resend', '<post>', 'say that a held post did not leave, and let it go once more'],
  ['redrive', '<task>', 'try a task again that gave up'],
  ['switch-on', '<address>', 'send to an address again that refused mail of ours'],
] as const;

export type OperatorVerb = (typeof OPERATOR_COMMANDS)[number][0];

/** The commands of mails and comments, for a shell. `help` is there already, and made of these. */
export const THREAD_COMMANDS = RULES.flatMap(({ verb, words, help }) => {
  if (verb === 'help' || verb === 'stop list' || verb === 'start list') return [];
  return [{ verb, words: isSwitch(verb) ? ['[list]'] : words, help }];
});

/** Without a thread these two are the switch for every post. */
export function isSwitch(verb: string): verb is 'stop' | 'start' {
  return verb === 'stop' || verb === 'start';
}

export const THREAD_HELP =
  'a Message-ID, the address of a mail or of a pull request, owner/repo#7, or a file that holds one of its mails';
