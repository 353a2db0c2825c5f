import { isPerson } from './said-already.ts';
import type { ThreadMail } from './thread-mail.ts';

/** Who is who in a thread; addresses in lower case. */
export interface ThreadPeople {
  /** Our own. */
  readonly own: string;
  /** Right side of our Message-IDs. */
  readonly domain: string;
  readonly author: string | null;
  /** Who may answer for us. */
  readonly operators: readonly string[];
}

const LINES_MAX = 2_000;
const LINE_CHARACTERS_MAX = 1_000;
/** What a question is about that only a measurement answers. */
const NUMBERS = /\b(?:numbers?|figures?|benchmarks?|measure[a-z]*|throughput|latency|results?|profiles?)\b/i;

/**
 * Why we hold back while people talk: somebody asked us something and no operator has answered, or somebody asked for
 * numbers and the author has not. The ones who were asked come first; what we would say may be their answer.
 */
export function openQuestion(mails: readonly ThreadMail[], people: ThreadPeople): string | null {
  for (const [at, mail] of mails.entries()) {
    const asker = mail.from?.address?.toLowerCase() ?? '';
    if (!isPerson(asker) || asker === people.own || mail.autoSubmitted !== null) continue;
    const asked = questionsIn(mail.text);
    const later = mails.slice(at + 1);
    const isUs = isToUs(mail, people) && !people.operators.includes(asker);
    if (isUs && asked.length > 0 && !isAnswered(mail, later, people.operators))
      return `a person asked us something in <${mail.messageId}>, and no operator has answered`;
    const wants = asker !== people.author && asked.some((line) => NUMBERS.test(line));
    if (wants && people.author !== null && !isAnswered(mail, later, [people.author]))
      return `a person asked for numbers in <${mail.messageId}>, and the author has not answered`;
  }
  return null;
}

/** It answers a mail of ours, or is for us by name. */
function isToUs({ inReplyTo, references, recipients }: ThreadMail, { own, domain }: ThreadPeople): boolean {
  const parent = inReplyTo ?? references.at(-1) ?? '';
  return parent.toLowerCase().endsWith(`@${domain.toLowerCase()}`) || recipients.includes(own);
}

/** One of them wrote below it. */
function isAnswered(
  { messageId }: ThreadMail,
  later: readonly ThreadMail[],
  who: readonly string[],
): boolean {
  return later.some(
    ({ from, references, inReplyTo }) =>
      who.includes(from?.address?.toLowerCase() ?? '') &&
      (messageId === null || inReplyTo === messageId || references.includes(messageId)),
  );
}

/** Lines of one's own that ask; a command to us is none, and a signature is over. */
function questionsIn(text: string): readonly string[] {
  const asked: string[] = [];
  for (const full of text.split('\n', LINES_MAX)) {
    const line = full.slice(0, LINE_CHARACTERS_MAX).trim();
    if (full.startsWith('-- ') || full.startsWith('diff --git ')) break;
    if (!line.startsWith('>') && !line.startsWith('giveback:') && /\?(?:["')]|\s|$)/.test(line))
      asked.push(line);
  }
  return asked;
}
