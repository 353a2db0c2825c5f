import type { DKIMVerifyOptions } from 'mailauth';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { Fault } from '../../fault.ts';

/** Answers a question to the DNS; a test hands in its own. */
export type DnsResolver = NonNullable<DKIMVerifyOptions['resolver']>;

/** What a signature has to cover, and a mail may have only once: else another From than the signed one could be shown. */
const COVERED = ['from', 'subject', 'date', 'message-id'];

/**
 * The bare address in From, when a signature over these very bytes proves its domain; null when nothing does. A signature
 * that covers only a part of the body, is out of date, or is of another domain proves nothing.
 * @throws Fault while the DNS does not answer
 * Source: RFC 6376; RFC 7489, section 3.1
 */
export async function provenSender(mail: Uint8Array, resolver?: DnsResolver): Promise<string | null> {
  const bytes = Buffer.from(Buffer.from(mail).toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');
  if (coversAPart(bytes)) return null;
  const options = resolver === undefined ? {} : { resolver };
  const { results, headerFrom, headers } = await dkimVerify(bytes, options);
  const [from] = headerFrom ?? [];
  const isPlain = headerFrom?.length === 1 && COVERED.every((name) => countOf(headers, name) === 1);
  if (from === undefined || !isPlain) return null;
  if (results.some(isProof)) return from.toLowerCase();
  if (results.some(({ status }) => status.result === 'temperror'))
    throw new Fault(`the DNS does not tell the key of ${from}`, 'later');
  return null;
}

type Verified = Awaited<ReturnType<typeof dkimVerify>>;

/** What its types leave out. */
type Signature = Verified['results'][number] & {
  readonly signingHeaders?: { readonly keys: string };
};

/** One that is out of date does not pass; one that is a second ahead is a matter of clocks. */
function isProof({ status, signingHeaders }: Signature): boolean {
  const signed = (signingHeaders?.keys ?? '').toLowerCase().split(/[:\s]+/);
  const isAligned = status.aligned !== undefined && status.aligned !== false;
  const isWhole = COVERED.every((name) => signed.includes(name));
  return status.result === 'pass' && isAligned && isWhole;
}

function countOf(headers: Verified['headers'], name: string): number {
  return headers?.parsed.filter(({ key }) => key === name).length ?? 0;
}

/** A signature with l= says nothing about what was written below. */
function coversAPart(bytes: Buffer): boolean {
  const head = bytes
    .toString('latin1', 0, Math.max(bytes.indexOf('\r\n\r\n'), 0))
    .replaceAll(/\r\n[ \t]+/g, ' ');
  const signatures = head.split('\r\n').filter((line) => /^dkim-signature:/i.test(line));
  return signatures.some((line) =>
    line.split(/[:;]/).some((tag) => tag.trim().toLowerCase().startsWith('l=')),
  );
}
