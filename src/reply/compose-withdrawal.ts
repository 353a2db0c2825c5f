import { assembled, type ComposedMail, checked, FIXED_HEADERS, ownId } from './compose-mail.ts';
import type { Draft, Mailbox } from './draft.ts';
import { mailWords } from './escape-mail.ts';
import { fill } from './fill.ts';
import { lintMail } from './lint-mail.ts';
import { mailDate } from './mail-date.ts';
import { isAttribution } from './read-draft.ts';

/** What is taken back, of which mail of ours. */
export interface Withdrawal {
  readonly sent: Draft;
  /** First and last line of what was not right, 1-based in the body that was sent. */
  readonly lines: { readonly first: number; readonly last: number };
  /** Why, in one sentence: "the parser had read another row". */
  readonly cause: string;
  /** Whether what the mail said beside this still stands. */
  readonly isRestGood: boolean;
  /** 1 for the first withdrawal of this mail. */
  readonly number: number;
  readonly from: Mailbox;
  /** Bare addresses of those who got the mail: nobody else hears of the withdrawal. */
  readonly recipients: readonly string[];
  /** ISO 8601. */
  readonly date: string;
  readonly domain: string;
  readonly url: string | null;
}

const QUOTED_LINES_MAX = 12;

/** A reply to our own mail, to the same people, that quotes our own words and takes them back. */
export function composeWithdrawal(withdrawal: Withdrawal): ComposedMail {
  const { sent, number, domain, from, url, recipients } = withdrawal;
  const parentId = headerIn(sent, 'In-Reply-To').replace(/^</, '');
  const messageId = ownId([`w${number}`, sent.key], parentId, domain);
  const draft = assembled({
    key: `${sent.key}-w${number}`,
    messageId,
    headers: headers(withdrawal, messageId),
    body: body(withdrawal),
  });
  return checked(draft, lintMail(draft.raw, { report: null, recipients, own: { from, url } }));
}

function headers({ sent, date }: Withdrawal, messageId: string): Draft['headers'] {
  const kept = ['From', 'To', 'Cc', 'Subject'].map((name) => [name, headerIn(sent, name)] as const);
  return [
    ...kept.filter(([, value]) => value !== ''),
    ['Date', mailDate(date) ?? ''],
    ['Message-ID', `<${messageId}>`],
    ['In-Reply-To', `<${sent.messageId}>`],
    ['References', `${headerIn(sent, 'References')} <${sent.messageId}>`],
    ['X-Loop', headerIn(sent, 'X-Loop')],
    ...FIXED_HEADERS,
  ];
}

function body({ sent, lines, cause, isRestGood, url }: Withdrawal): string {
  const own = sent.body
    .split('\n')
    .slice(lines.first - 1, Math.min(lines.last, lines.first + QUOTED_LINES_MAX - 1));
  const rest = isRestGood ? 'The rest of the mail stands.' : 'Nothing of the mail stands.';
  return `${[
    ...own.filter((line, index) => !isAttribution(line, index)).map((line) => `> ${line}`.trimEnd()),
    '',
    ...fill(`Please ignore this: ${mailWords(cause)}. ${rest} Sorry for the noise.`),
    ...(url === null ? [] : ['', 'Cause and correction:', `  ${url}`]),
    '',
    '-- ',
    'Automatic reply. A person reads replies.',
  ].join('\n')}\n`;
}

function headerIn({ headers: all }: Draft, name: string): string {
  return all.find(([known]) => known === name)?.[1] ?? '';
}
