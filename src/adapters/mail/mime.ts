import type { Address } from '../../ingest/letter.ts';
import type { MimeMail, MimeParser } from '../../ingest/mime.ts';

/** Without these, HTML and links are converted, which blocks for half a minute on a mail of one megabyte. */
const OPTIONS = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true };

/** An address header longer than this is no list of people. */
const ADDRESS_HEADER_LENGTH_MAX = 65_536;

/** The general MIME library behind our own reader. It is loaded when it is first needed: most mails never do. */
export const mailparserMime: MimeParser = {
  async readAddresses(headerValue) {
    if (headerValue.length > ADDRESS_HEADER_LENGTH_MAX) return [];
    const mail = await parse(`To: ${headerValue}\r\n\r\n`);
    return (mail?.to?.value ?? []).flatMap(addressesOf);
  },
  async readMail(raw) {
    const mail = await parse(raw);
    return mail === null ? null : mimeMailOf(mail);
  },
};

type ParsedMail = Awaited<ReturnType<typeof import('mailparser').simpleParser>>;
type ParsedMailbox = NonNullable<ParsedMail['to']>['value'][number];

async function parse(source: Uint8Array | string): Promise<ParsedMail | null> {
  const { simpleParser } = await import('mailparser');
  try {
    return await simpleParser(typeof source === 'string' ? source : Buffer.from(source), OPTIONS);
  } catch {
    return null;
  }
}

function mimeMailOf(mail: ParsedMail): MimeMail {
  const attachments = mail.attachments.map(({ filename, contentType, content }) => {
    return { filename: filename ?? null, contentType, content };
  });
  return { text: mail.text ?? null, attachments };
}

/** A group's members stand one level below it; groups do not nest in mail. */
function addressesOf(mailbox: ParsedMailbox): readonly Address[] {
  const members = mailbox.group ?? [mailbox];
  return members
    .filter(({ address }) => address !== undefined && address !== '')
    .map(({ name, address = null }) => ({ name, address }));
}
