import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { breakTls } from './broken-tls.ts';
import type { Taken } from './invariants.ts';

/** How a mail server may behave: at MAIL FROM, at RCPT TO, after the mail. */
export type SmtpMode =
  | 'ok'
  | '4xx-from'
  | '4xx-recipient'
  | '4xx-data'
  | '5xx-recipient'
  | '5xx-data'
  | 'drop-after-data'
  | 'hang-after-data'
  | 'hang-banner'
  | 'break-tls';

const PAUSE_MS = 40;

/** A mail server on the loopback that writes down what it took, and hands it to a list that the service follows. */
export class SmtpSink {
  readonly taken: Taken[] = [];
  mode: SmtpMode = 'ok';
  readonly #feed: string;
  readonly #server: SMTPServer;
  /** What clients reach: it hands them on, unless TLS is to break. */
  readonly #front: Server;
  readonly #clients = new Set<Socket>();

  constructor(feed: string) {
    this.#feed = feed;
    for (const part of ['new', 'cur', 'tmp']) mkdirSync(join(feed, part), { recursive: true });
    this.#server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: (_, __, done) => done(null, { user: 'bot' }),
      disabledCommands: ['STARTTLS'],
      onConnect: (_, done) => (this.mode === 'hang-banner' ? undefined : done()),
      onMailFrom: (_, __, done) => done(this.#refusal('4xx-from', 451)),
      onRcptTo: (_, __, done) =>
        done(this.#refusal('4xx-recipient', 450) ?? this.#refusal('5xx-recipient', 550)),
      // A client that is killed in the middle of its mail has sent none.
      onData: (stream, _, done) => void this.#take(stream, done).catch(() => {}),
    });
    this.#server.on('error', () => {});
    this.#front = createServer((client) => {
      this.#clients.add(client.once('close', () => this.#clients.delete(client)));
      if (this.mode === 'break-tls') return breakTls(client);
      const behind = connect((this.#server.server.address() as AddressInfo).port, '127.0.0.1');
      for (const one of [client, behind]) one.on('error', () => {});
      client.pipe(behind).pipe(client);
      client.once('close', () => behind.destroy());
      behind.once('close', () => client.destroy());
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve()));
    await new Promise<void>((resolve) => this.#front.listen(0, '127.0.0.1', () => resolve()));
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#front.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#breakOff();
    for (const client of this.#clients) client.destroy();
    await new Promise((resolve) => this.#front.close(resolve));
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #breakOff(): void {
    for (const connection of this.#server.connections) connection.close();
  }

  #refusal(mode: SmtpMode, responseCode: number): Error | null {
    return this.mode === mode ? Object.assign(new Error('not now'), { responseCode }) : null;
  }

  async #take(stream: SMTPServerDataStream, done: (error?: Error | null) => void): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(Buffer.from(piece));
    const refused = this.#refusal('4xx-data', 452) ?? this.#refusal('5xx-data', 554);
    if (refused !== null) return done(refused);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    this.#keep(Buffer.concat(pieces).toString('utf8').replaceAll('\r\n', '\n'));
    if (this.mode === 'drop-after-data') return this.#breakOff();
    if (this.mode !== 'hang-after-data') done();
  }

  #keep(text: string): void {
    const key = /^Message-ID: <([^@>]+)@/m.exec(text)?.[1] ?? 'none';
    this.taken.push({ key, sha256: createHash('sha256').update(text).digest('hex'), atMs: Date.now() });
    const name = `${randomUUID()}.sink`;
    writeFileSync(join(this.#feed, 'tmp', name), text);
    renameSync(join(this.#feed, 'tmp', name), join(this.#feed, 'new', name));
  }
}
