import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';

/** GitHub sends at most 25 MB; what is about pull requests and comments is far smaller. */
const BODY_BYTES_MAX = 5 * 1024 * 1024;
const REQUEST_MS = 10_000;

export interface WebhookPlace {
  readonly secret: string;
  /** The one before, while GitHub is told of the new one; null or missing when it is over. */
  readonly oldSecret?: string | null;
  readonly port: number;
  readonly host: string;
}

/** What came, and the name of the delivery: one that is delivered again has the same. */
export type OnDelivery = (event: string, payload: unknown, delivery: string) => Promise<void>;

/** Takes what GitHub delivers, and gives it on when the signature over its very bytes is right. */
export function startWebhookServer(
  { secret, oldSecret = null, port, host }: WebhookPlace,
  onDelivery: OnDelivery,
): Promise<Server> {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      const answered = answer(request, oldSecret === null ? [secret] : [secret, oldSecret], onDelivery).catch(
        () => 500,
      );
      void answered.then((status) => response.writeHead(status, { connection: 'close' }).end());
    },
  );
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

async function answer(
  request: IncomingMessage,
  secrets: readonly string[],
  onDelivery: OnDelivery,
): Promise<number> {
  if (request.method !== 'POST' || request.url !== '/github') return 404;
  const body = await readBody(request);
  if (body === null) return 413;
  const signature = String(request.headers['x-hub-signature-256'] ?? '');
  if (!secrets.some((secret) => isSigned(body, signature, secret))) return 401;
  const payload = parseJson(body);
  if (payload === undefined) return 400;
  // Answered only when it is written down: a delivery that failed is delivered again by hand or by polling.
  const name = (header: string) => String(request.headers[header] ?? '');
  await onDelivery(name('x-github-event'), payload, name('x-github-delivery'));
  return 202;
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > BODY_BYTES_MAX) return null;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
