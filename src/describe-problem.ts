import type { Problem } from './problem.ts';

/** One line in plain words: what was met, what was done about it, and the place when that is known. */
export function describeProblem(problem: Problem): string {
  const { messageId, line } = problem.at;
  const place = [messageId === null ? '' : `<${messageId}>`, line === null ? '' : `line ${line}`].filter(
    Boolean,
  );
  const words = wordsOf(problem);
  return place.length === 0 ? words : `${words} (${place.join(' ')})`;
}

function wordsOf(problem: Problem): string {
  switch (problem.code) {
    case 'address-masked':
      return `the archive masked an address (${problem.text})`;
    case 'charset-unknown':
      return `the charset "${problem.charset}" is unknown; read as UTF-8 or Latin-1`;
    case 'date-unreadable':
      return `the date "${problem.text}" can not be right; the day of arrival counts where it is known`;
    case 'diff-damaged':
      return `the diff of ${problem.path} is damaged and was left out: ${problem.why}`;
    case 'diff-mended':
      return `the diff of ${problem.path} was mended: ${problem.how}`;
    case 'diff-missing':
      return 'the subject announces a patch and there is no diff';
    case 'diff-reordered':
      return `a line of the diff of ${problem.path} holds a sign that shows it in another order than it is`;
    case 'header-repeated':
      return `the header ${problem.header} stands there more than once; the first counts`;
    case 'headers-cut-off':
      return 'the message begins in the middle of its headers';
    case 'input-empty':
      return 'the input is empty';
    case 'input-missing':
      return `the input can not be opened: ${problem.why}`;
    case 'input-not-mail':
      return `this is not a mail, a patch or an archive page: ${problem.why}`;
    case 'input-too-large':
      return `the input has ${problem.bytes} bytes, the limit is ${problem.limitBytes} bytes`;
    case 'input-truncated':
      return `the input is cut off: ${problem.why}`;
    case 'letter-too-large':
      return `a mail has ${problem.bytes} bytes, the limit is ${problem.limitBytes} bytes`;
    case 'letter-unreadable':
      return `a mail can not be read: ${problem.why}`;
    case 'line-breaks-lost':
      return 'the document lost its line breaks; they were put back from header names and quote marks';
    case 'line-too-long':
      return `a line has ${problem.characters} characters, the limit is ${problem.limitCharacters}`;
    case 'message-id-unreadable':
      return `the Message-ID "${problem.text}" can not be read; the letter goes by its content`;
    case 'mime-ambiguous':
      return `the MIME structure can be read in two ways: ${problem.why}`;
    case 'number-lost':
      return `the patch has no number; it was taken for ${problem.index} of ${problem.total}, the only one missing`;
    case 'patch-extra':
      return `patch ${problem.index} of ${problem.total} is one more than announced; kept`;
    case 'patch-missing':
      return `patch ${problem.index} of ${problem.total} is not in the thread`;
    case 'plain-text-missing':
      return 'the mail has no plain text; HTML is not read';
    case 'quantity-unreadable':
      return `"${problem.text}" looks like a figure and can not be read`;
    case 'reroll-partial':
      return `version ${problem.version} is a partial reroll; ${problem.kept} patches of the version before are kept`;
    case 'too-many':
      return `${problem.count} ${problem.what}, the limit is ${problem.limit}; the rest is left out`;
    case 'total-disagrees':
      return `the subjects announce ${problem.stated} patches, ${problem.found} were found`;
    case 'trailer-unverified':
      return `the trailer "${problem.text}" comes from another address than it names; not counted`;
    case 'unit-unknown':
      return `the unit "${problem.unit}" is unknown; its figures are left out`;
  }
}
