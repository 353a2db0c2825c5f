import { createSocket } from 'node:dgram';

/** A DNS of our own on the loopback that knows some TXT records and nothing else. */
export interface DnsServer {
  /** As a resolver is told: "127.0.0.1:5353" */
  readonly address: string;
  stop(): Promise<void>;
}

const HEADER_BYTES = 12;

/** `records` by their names, without a dot at the end. Source: RFC 1035, section 4 */
export async function startDnsServer(records: Readonly<Record<string, string>>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) =>
    socket.send(answerTo(question, records), port, address),
  );
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function answerTo(question: Buffer, records: Readonly<Record<string, string>>): Buffer {
  const { name, end } = nameIn(question);
  const text = records[name];
  const answer = text === undefined ? [] : [txtRecord(text)];
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  // An answer, recursion available; 3 says that there is no such name.
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answer.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end + 4), ...answer]);
}

function nameIn(question: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let size = question[at] ?? 0; size > 0; size = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** The name as a pointer to the question, TXT, IN, a minute, and the text in pieces of at most 255 bytes. */
function txtRecord(text: string): Buffer {
  const pieces = text.match(/.{1,255}/gs) ?? [];
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.from(`${String.fromCharCode(piece.length)}${piece}`, 'latin1')),
  );
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
