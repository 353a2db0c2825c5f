import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { smtpReceiver } from '../../../src/adapters/outbox/smtp.ts';
import type { OutboxRow } from '../../../src/ports/outbox-store.ts';

const BODY =
  'From: bot@bot.example\nMessage-ID: <v1.aa.1@bot.example>\nSubject: Re: usb\n\n.\n.. dots and a \u20ac\n-- \nbye\n';

const row: OutboxRow = {
  ...{ key: 'p-1', channel: 'mail', target: '["ada@bulk.example","usb@lists.example"]', list: 'usb' },
  ...{ thread: 't-1', body: BODY, state: 'claimed', because: null, sha256: '', fence: 1 },
  ...{ plannedAtMs: 1, claimedAtMs: 1, remoteId: null, tries: 0, notBeforeMs: 0 },
};

describe('a mail server', () => {
  let server: SMTPServer | null = null;
  afterEach(
    () => new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve()))),
  );

  const taken: { readonly to: readonly string[]; readonly text: string }[] = [];
  const started = async (options: SMTPServerOptions = {}) => {
    taken.length = 0;
    const begun = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        void textOf(stream).then((text) => {
          taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
          done();
        });
      },
      ...options,
    });
    begun.on('error', () => {});
    server = begun;
    await new Promise<void>((resolve) => begun.listen(0, '127.0.0.1', resolve));
    const { port } = begun.server.address() as AddressInfo;
    return { url: `smtp://127.0.0.1:${port}` };
  };
  const receiver = async (options: SMTPServerOptions = {}) => {
    const { url } = await started(options);
    return smtpReceiver({ url, sender: 'bot@bot.example', visibilityMs: 1, isSeen: async () => false });
  };

  const refusing = (code: number) => Object.assign(new Error(`${code} no`), { responseCode: code });

  it('takes the bytes of the outbox, for those it is meant for', async () => {
    expect(await (await receiver()).send(row)).toBe('v1.aa.1@bot.example');
    expect(taken).toEqual([
      { to: ['ada@bulk.example', 'usb@lists.example'], text: BODY.replaceAll('\n', '\r\n') },
    ]);
  });

  it.each([
    [
      '450 to a sender',
      { onMailFrom: (_: unknown, __: unknown, done: (e: Error) => void) => done(refusing(450)) },
      'later',
    ],
    [
      '550 to every recipient',
      { onRcptTo: (_: unknown, __: unknown, done: (e: Error) => void) => done(refusing(550)) },
      'never',
    ],
    ['452 to the mail', { onData: answering(452) }, 'later'],
    ['554 to the mail', { onData: answering(554) }, 'never'],
  ] as const)('is a fault when it answers %s', async (_, options, retry) => {
    await expect((await receiver(options as SMTPServerOptions)).send(row)).rejects.toMatchObject({
      name: 'Fault',
      retry,
    });
  });

  it.each([
    ['one of two', ['ada@bulk.example'], ['usb@lists.example']],
    ['all', ['ada@bulk.example', 'usb@lists.example'], []],
  ])('tells who was refused for good, where it refuses %s', async (_, gone, left) => {
    const refused: string[] = [];
    const { url } = await started({
      onRcptTo: ({ address }, __, done) => done(gone.includes(address) ? refusing(550) : null),
    });
    const place = { url, sender: 'bot@bot.example', visibilityMs: 1, isSeen: async () => false };
    const onRefused: NonNullable<Parameters<typeof smtpReceiver>[0]['onRefused']> = async (told) => {
      for (const { address, because } of told) refused.push(`${address}: ${/550.*$/.exec(because)?.[0]}`);
    };
    const sent = await smtpReceiver({ ...place, onRefused })
      .send(row)
      .catch(() => null);
    expect(sent).toBe(left.length === 0 ? null : 'v1.aa.1@bot.example');
    expect(refused).toEqual(gone.map((address) => `${address}: 550 550 no`));
    expect(taken.flatMap(({ to }) => to)).toEqual(left);
  });

  it('tells of nobody who was refused for now', async () => {
    const { url } = await started({ onRcptTo: (_, __, done) => done(refusing(450)) });
    const onRefused = async (told: readonly unknown[]) => expect(told).toEqual([]);
    const place = { url, sender: 'bot@bot.example', visibilityMs: 1, isSeen: async () => false };
    await expect(smtpReceiver({ ...place, onRefused }).send(row)).rejects.toMatchObject({ retry: 'later' });
  });

  it('is a fault that may pass when it is not there', async () => {
    const place = { sender: 'bot@bot.example', visibilityMs: 1, isSeen: async () => false };
    const gone = smtpReceiver({ ...place, url: 'smtp://127.0.0.1:1' });
    await expect(gone.send(row)).rejects.toMatchObject({ name: 'Fault', retry: 'later' });
  });

  it('is a fault that may pass when it breaks off before', async () => {
    const breaking = await receiver({
      onRcptTo() {
        for (const connection of server?.connections ?? []) connection.close();
      },
    });
    await expect(breaking.send(row)).rejects.toMatchObject({ name: 'Fault', retry: 'later' });
  });

  it('leaves it open when it breaks off after the mail was handed over', async () => {
    const breaking = await receiver({
      onData(stream, session) {
        void textOf(stream).then(() => {
          taken.push({ to: [], text: '' });
          for (const connection of server?.connections ?? []) connection.close();
        });
        void session;
      },
    });
    await expect(breaking.send(row)).rejects.not.toMatchObject({ name: 'Fault' });
    expect(taken).toHaveLength(1);
    expect(breaking.mayResend).toBe(false);
  });

  it('finds a mail that came back by the list', async () => {
    const seen: string[] = [];
    const isSeen = async (id: string) => {
      seen.push(id);
      return true;
    };
    const receiverOf = smtpReceiver({ url: 'smtp://127.0.0.1:1', sender: 'x@x', visibilityMs: 1, isSeen });
    expect(await receiverOf.find(row)).toBe('v1.aa.1@bot.example');
    expect(seen).toEqual(['v1.aa.1@bot.example']);
  });
});

function answering(code: number): SMTPServerOptions['onData'] {
  return (stream, _, done) => {
    void textOf(stream).then(() => done(Object.assign(new Error(`${code} no`), { responseCode: code })));
  };
}

async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}
