import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';

const SELECTOR = 'demo';

/** A key of a domain: the record for the DNS, and what signs. */
export interface MailKey {
  readonly record: Readonly<Record<string, string>>;
  sign(mail: string): Promise<string>;
}

export function mailKey(domain: string): MailKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
  return {
    record: { [`${SELECTOR}._domainkey.${domain}`]: record },
    async sign(mail) {
      const bytes = mail.replaceAll('\n', '\r\n');
      const key = {
        ...{ signingDomain: domain, selector: SELECTOR, privateKey },
        canonicalization: 'relaxed/relaxed',
      };
      // Its types ask for one key, where its code reads a list of them.
      const options = { ...key, signatureData: [key] };
      const { signatures } = await dkimSign(Buffer.from(bytes), options);
      return `${signatures}${bytes}`;
    },
  };
}
