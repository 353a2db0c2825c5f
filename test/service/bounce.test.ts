import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBounces } from '../../src/service/bounce.ts';

interface Told {
  readonly type?: string;
  readonly action?: string;
  readonly status?: string;
  readonly returned?: string;
}

/** A delivery report as a mail server writes one. */
function deliveryReport({
  type = 'multipart/report; report-type=delivery-status; boundary="b"',
  action = 'failed',
  status = '5.1.1',
  returned = 'Message-ID: <v1.aa@bot.example>',
}: Told = {}): Buffer {
  return Buffer.from(`From: MAILER-DAEMON@mx.example
To: bot@bot.example
Message-ID: <dsn-1@mx.example>
Subject: Undelivered Mail Returned to Sender
Content-Type: ${type}
MIME-Version: 1.0

--b
Content-Type: text/plain

I am sorry to inform you.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; Gone@bulk.example
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b
Content-Type: text/rfc822-headers

From: bot@bot.example
${returned}
Subject: Re: usb

--b--
`);
}

describe('a delivery report', () => {
  const failed = [
    { messageId: 'v1.aa@bot.example', address: 'gone@bulk.example', because: 'smtp; 550 5.1.1 no such user' },
  ];

  it.each<[string, Told, readonly object[]]>([
    ['of a failure', {}, failed],
    ['of a delay', { action: 'delayed', status: '4.4.1' }, []],
    ['of a success', { action: 'delivered', status: '2.0.0' }, []],
    ['of a failure that may pass', { status: '4.2.2' }, []],
    ['of no mail at all', { returned: 'X-Nothing: here' }, []],
    ['that is no report', { type: 'multipart/mixed; boundary="b"' }, []],
    ['of another kind', { type: 'multipart/report; report-type=disposition-notification' }, []],
  ])('%s', (_, told, expected) => {
    expect(readBounces(deliveryReport(told))).toEqual(expected);
  });

  it('is read whatever its bytes are', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => readBounces(bytes).length === 0));
  });
});
