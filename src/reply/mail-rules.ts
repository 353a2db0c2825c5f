import type { Report } from '../report.ts';
import { answerCounts } from './answers.ts';
import type { Mailbox } from './draft.ts';
import { mailWords } from './escape-mail.ts';
import { headline } from './headline.ts';
import { isAddress, isMessageId } from './mail-headers.ts';
import { strangeNumbers } from './numbers-shown.ts';
import { headerOf, isAttribution, type WrittenMail } from './read-draft.ts';

/** What a mail may say and to whom. `report` is null for a mail that speaks of a mail of ours, not of a report. */
export interface MailPolicy {
  readonly report: Report | null;
  /** Bare addresses; nobody else may be written to. */
  readonly recipients: readonly string[];
  readonly own: { readonly from: Mailbox; readonly url: string | null };
}

/** A rule that a mail breaks, and where or how. */
export interface Violation {
  readonly rule: string;
  readonly says: string;
}

interface MailRule {
  readonly rule: string;
  /** Each text says one breach. */
  readonly breaches: (mail: WrittenMail, policy: MailPolicy) => string[];
}

const REQUIRED = ['From', 'To', 'Subject', 'Date', 'Message-ID', 'In-Reply-To', 'References'];
const ONCE = [
  ...REQUIRED,
  'Cc',
  'Auto-Submitted',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
];
const PROSE_COLUMNS = 72;
const TABLE_COLUMNS = 78;
const LINES_MAX = 60;
const FOOTER_LINES_MAX = 5;
const QUOTED_LINES_MAX = 12;
const LINE_OCTETS_MAX = 998;
const RECIPIENTS_MAX = 50;

const TRAILER = /^\s*[a-z][a-z-]{1,40}-by:/i;
const BANNED =
  /\b(?:you (?:should|must|need to)|please (?:fix|rework|resend|drop)|wrong|incorrect|misleading|cherry-pick|dishonest|NAK)\b/i;
const EMOJI = /[\u{1F000}-\u{1FAFF}\u2600-\u27BF]/u;
const MARKUP = /<\/?[a-z]+>|^\|.*\|$|```|\*\*/;
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

/**
 * The rules a mail keeps, or it is not sent. M1 to M14 are those of kernel lists; the others say that its figures
 * are the report's, that nobody else is written to or named, and that no byte of it means anything to a machine.
 */
export const MAIL_RULES: readonly MailRule[] = [
  { rule: 'M1 headers are there', breaches: missingHeaders },
  { rule: 'M2 says that a machine wrote it', breaches: notAutoReplied },
  { rule: 'M3 plain text, not flowed', breaches: notPlainText },
  { rule: 'M4 references end with the parent', breaches: parentNotLast },
  { rule: 'M5 subject of a reply', breaches: subjectNotRe },
  { rule: 'M6 short signature', breaches: footerTooLong },
  { rule: 'M7 72 columns, tables 78', breaches: tooWide },
  { rule: 'M8 no trailing blanks, no tabs', breaches: blanksAndTabs },
  { rule: 'M9 at most 60 lines', breaches: tooManyLines },
  { rule: 'M10 begins with a short quote', breaches: notAfterQuote },
  { rule: 'M11 no trailers', breaches: trailers },
  { rule: 'M12 neutral words', breaches: bannedWords },
  { rule: 'M13 no emoji', breaches: emoji },
  { rule: 'M14 no markup', breaches: markup },
  { rule: 'M15 headline and table agree', breaches: headlineNotTable },
  { rule: 'M16 numbers of the report', breaches: numbersNotOfReport },
  { rule: 'M17 recipients of the policy', breaches: strangeRecipients },
  { rule: 'M18 one host of links', breaches: strangeLinks },
  { rule: 'M19 no further addresses', breaches: strangeAddresses },
  { rule: 'M20 lines that only people read', breaches: linesThatAct },
  { rule: 'M21 headers well-formed', breaches: headersBroken },
];

function missingHeaders(mail: WrittenMail): string[] {
  return REQUIRED.filter((name) => headerOf(mail, name) === '').map((name) => `${name} is missing`);
}

function notAutoReplied(mail: WrittenMail): string[] {
  return headerOf(mail, 'Auto-Submitted') === 'auto-replied' ? [] : ['Auto-Submitted is not auto-replied'];
}

function notPlainText(mail: WrittenMail): string[] {
  const type = headerOf(mail, 'Content-Type');
  const isPlain = type.startsWith('text/plain; charset=utf-8') && !type.includes('flowed');
  return isPlain && headerOf(mail, 'Content-Transfer-Encoding') === '8bit' ? [] : [`content is ${type}`];
}

function parentNotLast(mail: WrittenMail): string[] {
  const parent = headerOf(mail, 'In-Reply-To');
  return headerOf(mail, 'References').split(' ').at(-1) === parent
    ? []
    : [`${parent} is not the last reference`];
}

function subjectNotRe(mail: WrittenMail): string[] {
  const subject = headerOf(mail, 'Subject');
  return /^(?:Re: |=\?utf-8\?B\?UmU6)/.test(subject) ? [] : [`subject is ${subject}`];
}

function footerTooLong({ footer }: WrittenMail): string[] {
  if (footer === null) return ['no signature'];
  return footer.length <= FOOTER_LINES_MAX ? [] : [`${footer.length} lines`];
}

function tooWide({ lines }: WrittenMail): string[] {
  return lines.flatMap((line, index) => {
    if (line.startsWith('>') || /^\s*https?:\/\/\S+$/.test(line)) return [];
    const columns = [...line].length;
    const isTable = /^ {2}\S/.test(line);
    return columns > (isTable ? TABLE_COLUMNS : PROSE_COLUMNS) ? [`line ${index + 1} has ${columns}`] : [];
  });
}

function blanksAndTabs({ lines }: WrittenMail): string[] {
  return lines.flatMap((line, index) =>
    (/\s$/.test(line) && line !== '-- ') || line.includes('\t') ? [`line ${index + 1}`] : [],
  );
}

function tooManyLines({ lines }: WrittenMail): string[] {
  return lines.length <= LINES_MAX ? [] : [`${lines.length} lines`];
}

function notAfterQuote({ lines, quoted }: WrittenMail): string[] {
  const [first = '', second = ''] = lines;
  const begins = first.startsWith('>') || (isAttribution(first, 0) && second.startsWith('>'));
  return [
    ...(begins ? [] : ['does not begin with a quote']),
    ...(quoted.length <= QUOTED_LINES_MAX ? [] : [`${quoted.length} quoted lines`]),
  ];
}

function trailers({ lines }: WrittenMail): string[] {
  return lines.filter((line) => TRAILER.test(line.replace(/^[> ]+/, '')));
}

function bannedWords({ own }: WrittenMail): string[] {
  return own.flatMap((line) => BANNED.exec(line)?.[0] ?? []);
}

function emoji({ own }: WrittenMail): string[] {
  return own.filter((line) => EMOJI.test(line));
}

function markup({ own }: WrittenMail): string[] {
  return own.filter((line) => MARKUP.test(line));
}

/** The headline is looked for as it stands in the report, the answers are counted in the table as it was written. */
function headlineNotTable({ own }: WrittenMail, { report }: MailPolicy): string[] {
  if (report === null) return [];
  const said = own.join(' ').toLowerCase();
  const says = said.includes(mailWords(headline(report)).toLowerCase()) ? [] : ['the headline is not said'];
  const rows = own.filter((line) => /^ {2}c\d+ /.test(line));
  const rest = own.find((line) => /^ {2}and \d+ more: /.test(line)) ?? '';
  const counted = answerCounts(report.claims).filter(({ words, count }) => {
    const inRows = rows.filter((line) => line.endsWith(`  ${words}`)).length;
    const inRest = Number(new RegExp(`(\\d+) ${words}`).exec(rest)?.[1] ?? 0);
    return inRows + inRest !== count;
  });
  return [...says, ...counted.map(({ words, count }) => `the table does not show ${count} ${words}`)];
}

function numbersNotOfReport({ own }: WrittenMail, { report }: MailPolicy): string[] {
  return report === null ? [] : strangeNumbers(own.filter((line) => !isLink(line)).join('\n'), report);
}

function strangeRecipients(mail: WrittenMail, { recipients }: MailPolicy): string[] {
  const named = ['To', 'Cc'].flatMap((name) => addressesIn(headerOf(mail, name)));
  const odd = named.filter((address) => !recipients.includes(address) || !isAddress(address));
  const isMany = named.length > RECIPIENTS_MAX ? [`${named.length} recipients`] : [];
  return [...odd.map((address) => `${address} is not a recipient`), ...isMany];
}

function strangeLinks({ lines }: WrittenMail, { own }: MailPolicy): string[] {
  const links = lines
    .join(' ')
    .split(/[\s<>"()[\]]+/)
    .filter((word) => /:\/\/|^www\./i.test(word));
  return links.filter((link) => link !== own.url);
}

function strangeAddresses({ lines }: WrittenMail, { own, recipients }: MailPolicy): string[] {
  const known = [own.from.address, ...recipients];
  const words = lines
    .filter((line) => !isOffline(line) && !isLink(line))
    .join(' ')
    .split(/[\s<>"(),;:[\]]+/);
  return words.filter((word) => /[^@]@[^@]/.test(word) && !known.includes(word));
}

function linesThatAct({ lines, raw }: WrittenMail): string[] {
  const acting = lines.filter(
    (line) => /^(?:From |giveback:|\.$|\/[a-z-]+(?: |$))/i.test(line) || CONTROL.test(line),
  );
  const long = lines
    .filter((line) => Buffer.byteLength(line) > LINE_OCTETS_MAX)
    .map(() => 'a line is too long');
  return [...acting, ...long, ...(raw.includes('\r') ? ['a carriage return'] : [])];
}

function headersBroken(mail: WrittenMail): string[] {
  const twice = ONCE.filter((name) => mail.headers.filter(([known]) => known === name).length > 1);
  const odd = mail.headers.filter(([name, value]) => name === '' || !/^[\x20-\x7e]*$/.test(value));
  const ids = ['Message-ID', 'In-Reply-To', 'References'].flatMap((name) => headerOf(mail, name).split(' '));
  const badIds = ids.filter((id) => id !== '' && !isMessageId(id.replace(/^<|>$/g, '')));
  return [
    ...twice.map((name) => `${name} stands twice`),
    ...odd.map(([name]) => `${name || 'a line'} is no header`),
    ...badIds.map((id) => `${id} is no id`),
  ];
}

const isLink = (line: string): boolean => /^ {2}https?:\/\/\S+$/.test(line);

/** The line that repeats the evaluation may name a Message-ID, which looks like an address. */
const isOffline = (line: string): boolean => line.startsWith('  giveback evaluate ');

/** Bare addresses of a recipient header: those in angle brackets, else the words with an @. Quoted names are left out. */
function addressesIn(header: string): string[] {
  const unquoted = header.replace(/"(?:[^"\\]|\\.)*"/g, '');
  return unquoted
    .split(',')
    .map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim())
    .filter((address) => address !== '');
}
