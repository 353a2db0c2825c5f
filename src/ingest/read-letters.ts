import { NOWHERE, type Problem, type Read } from '../problem.ts';
import { hypermailPage, pipermailPage, spinicsPage } from './archive-page.ts';
import { commitPage } from './commit-page.ts';
import { type Document, isBinary, openDocument } from './document.ts';
import type { DocumentReader, Reading } from './document-reader.ts';
import { forgeThread } from './forge-thread.ts';
import { htmlText, isHtml } from './html-text.ts';
import { labelledPage } from './labelled-page.ts';
import type { Letter } from './letter.ts';
import { lorePage } from './lore-page.ts';
import { lostLineBreaks } from './lost-line-breaks.ts';
import { mailDocument, mboxDocument } from './mail-documents.ts';
import { streamMbox } from './mbox-stream.ts';
import { patchDocument } from './patch-document.ts';
import { patchworkApi } from './patchwork-api.ts';
import { patchworkPage } from './patchwork-page.ts';
import { quotingPage } from './quoting-page.ts';
import { type ReadSettings, readMail } from './read-mail.ts';
import { wikiPage } from './wiki-page.ts';

export { indexMail } from './mail-index.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** In order of certainty: mail says what it is, pages are known by their shape. */
const MAIL_READERS: readonly DocumentReader[] = [
  mboxDocument,
  lostLineBreaks,
  lorePage,
  hypermailPage,
  mailDocument,
];
const PAGE_READERS: readonly DocumentReader[] = [
  labelledPage,
  patchworkPage,
  patchworkApi,
  forgeThread,
  pipermailPage,
  spinicsPage,
  patchDocument,
  commitPage,
  wikiPage,
  quotingPage,
];

/**
 * The letters of a document, whatever it is: an mbox, a mail, the middle of a mail, a patch, an archive page, a forge
 * page of a commit. Never throws; a document that is none of them gives no letter and a problem that says so.
 */
export async function readLetters(
  bytes: Uint8Array,
  settings: ReadSettings,
): Promise<Read<readonly Letter[]>> {
  const { limits } = settings;
  if (bytes.length > limits.documentBytesMax) {
    return refused({
      code: 'input-too-large',
      bytes: bytes.length,
      limitBytes: limits.documentBytesMax,
      at: NOWHERE,
    });
  }
  const firstLine = firstLineLength(bytes);
  if (firstLine > limits.lineCharactersMax) {
    const limitCharacters = limits.lineCharactersMax;
    return refused({
      code: 'line-too-long',
      characters: firstLine,
      limitCharacters,
      at: { messageId: null, line: 1 },
    });
  }
  const document = openDocument(bytes);
  if (document.octets.trim() === '') return refused({ code: 'input-empty', at: NOWHERE });
  const reading = readingOf(document);
  if (reading !== null) return reading(settings);
  return isHtml(document.octets) ? readHtml(document, settings) : notMail(document);
}

/**
 * The letters of an mbox of any size, one after the other: what is held does not grow with it. None when the chunks
 * are no mbox.
 */
export async function* streamLetters(
  chunks: AsyncIterable<Uint8Array>,
  settings: ReadSettings,
): AsyncGenerator<Letter> {
  for await (const message of streamMbox(chunks, settings.limits.letterBytesMax))
    yield await readMail(message, settings);
}

function readingOf(document: Document): Reading | null {
  const mail = firstOf(MAIL_READERS, document);
  if (mail !== null || isBinary(document.octets) || isHtml(document.octets)) return mail;
  return firstOf(PAGE_READERS, document);
}

function firstOf(readers: readonly DocumentReader[], document: Document): Reading | null {
  for (const reader of readers) {
    const reading = reader(document);
    if (reading !== null) return reading;
  }
  return null;
}

/** A page saved as HTML is read as the text it shows. */
async function readHtml(page: Document, settings: ReadSettings): Promise<Read<readonly Letter[]>> {
  const shown = openDocument(Buffer.from(htmlText(page.text), 'utf8'));
  const reading = readingOf(shown);
  return reading === null ? notMail(page) : reading(settings);
}

function notMail(document: Document): Read<readonly Letter[]> {
  const shape = 'it has neither headers nor a diff nor the shape of an archive page';
  return refused({
    code: 'input-not-mail',
    why: isBinary(document.octets) ? 'it is binary' : shape,
    at: NOWHERE,
  });
}

function firstLineLength(bytes: Uint8Array): number {
  const start = bytes.findIndex((byte) => byte !== LINE_FEED && byte !== CARRIAGE_RETURN);
  const feed = bytes.indexOf(LINE_FEED, Math.max(start, 0));
  return (feed < 0 ? bytes.length : feed) - start;
}

function refused(problem: Problem): Read<readonly Letter[]> {
  return { value: [], problems: [problem] };
}
