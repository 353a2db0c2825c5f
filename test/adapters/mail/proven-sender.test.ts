import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { describe, expect, it } from 'vitest';
import { type DnsResolver, provenSender } from '../../../src/adapters/mail/proven-sender.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** A DNS in which two domains have the same key. */
const dns: DnsResolver = async (name) => {
  if (!/^k1\._domainkey\.(?:bulk|eve)\.example$/.test(String(name)))
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]];
};

const HEAD =
  'From: Ada <Ada@bulk.example>\nSubject: Re: usb\nDate: Mon, 4 Mar 2024 10:00:00 +0000\nMessage-ID: <1@x>\n';
const MAIL = `${HEAD}\ngiveback: rerun\n`;

interface Signing {
  readonly domain?: string;
  /** Names of the headers it covers, as h= has them; those that matter unless it is said. */
  readonly covered?: string;
}

async function signed(mail: string, { domain = 'bulk.example', covered }: Signing = {}): Promise<string> {
  const text = mail.replaceAll('\n', '\r\n');
  const canonicalization = 'relaxed/relaxed' as const;
  const key = { signingDomain: domain, selector: 'k1', privateKey, canonicalization };
  // Its types ask for a list where its code reads a text.
  const options: Parameters<typeof dkimSign>[1] = { ...key, signatureData: [key] };
  if (covered !== undefined) options.headerList = covered as unknown as string[];
  const { signatures } = await dkimSign(Buffer.from(text), options);
  return `${signatures}${text}`;
}

const proven = (mail: string) => provenSender(Buffer.from(mail), dns);

describe('a sender', () => {
  it('is proven by a signature of the own domain, whatever the line ends', async () => {
    const mail = await signed(MAIL);
    expect(await proven(mail)).toBe('ada@bulk.example');
    expect(await proven(mail.replaceAll('\r\n', '\n'))).toBe('ada@bulk.example');
  });

  it.each([
    ['no signature', async () => MAIL],
    ['a signature of another domain', () => signed(MAIL, { domain: 'eve.example' })],
    ['a key that is not there', () => signed(MAIL, { domain: 'lost.example' })],
    ['another body', async () => (await signed(MAIL)).replace('rerun', 'start')],
    ['another subject', async () => (await signed(MAIL)).replace('Re: usb', 'Re: pci')],
    [
      'a second From',
      async () => (await signed(MAIL)).replace('Subject:', 'From: eve@eve.example\r\nSubject:'),
    ],
    ['a second Subject', async () => (await signed(MAIL)).replace('Date:', 'Subject: more\r\nDate:')],
    ['a signature that leaves the subject out', () => signed(MAIL, { covered: 'from:date:message-id' })],
    [
      'a signature over a part of the body',
      async () => (await signed(MAIL)).replace(/;\s*bh=/, '; l=0; bh='),
    ],
    ['no header at all', async () => '\n\ngiveback: rerun\n'],
    ['nothing', async () => ''],
  ])('is not proven by %s', async (_, mail) => {
    expect(await proven(await mail())).toBeNull();
  });

  it('is a fault that may pass while the DNS does not answer', async () => {
    const down: DnsResolver = async () => {
      throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
    };
    const asked = provenSender(Buffer.from(await signed(MAIL)), down);
    await expect(asked).rejects.toMatchObject({ name: 'Fault', retry: 'later' });
  });
});
