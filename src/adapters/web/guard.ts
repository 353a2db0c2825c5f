import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isLoopback, type WebSettings } from '../../service/web-settings.ts';

/** What a request says about itself. A header that is missing is an empty text. */
export interface Asking {
  readonly method: string;
  readonly path: string;
  readonly header: (name: string) => string;
}

/** Who asks: somebody, or one who knows the token, by hand (`page`) or by a program (`bearer`). */
export type Visitor = 'anybody' | 'page' | 'bearer';

/**
 * Whether the request is for us by name. A page of somebody else's whose name was pointed at this machine asks for that
 * name, and gets nothing.
 */
export function isForUs({ header }: Asking, { host, origin }: WebSettings): boolean {
  const name = nameOf(header('host'));
  const own = origin === null ? null : nameOf(new URL(origin).host);
  return isLoopback(name) || name === nameOf(host) || name === own;
}

/** A host without its port: "localhost:8090", "[::1]:8090". */
function nameOf(host: string): string {
  const [name = ''] = /^(?:\[[0-9a-f:]{1,60}\]|[^:]{0,260})/i.exec(host) ?? [];
  return name.toLowerCase();
}

/** Only the hash of the token is ever kept, and the comparison takes the same time for every wrong one. */
export function visitorOf({ header }: Asking, { tokenSha256 }: WebSettings): Visitor {
  const [scheme = '', value = ''] = header('authorization').split(' ');
  const isBearer = scheme.toLowerCase() === 'bearer';
  const token = isBearer ? value : scheme.toLowerCase() === 'basic' ? passwordOf(value) : '';
  if (tokenSha256 === null || token === '' || !isToken(token, tokenSha256)) return 'anybody';
  return isBearer ? 'bearer' : 'page';
}

function passwordOf(basic: string): string {
  const [, ...password] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return password.join(':');
}

function isToken(token: string, sha256: string): boolean {
  const given = createHash('sha256').update(token).digest();
  return timingSafeEqual(given, Buffer.from(sha256, 'hex'));
}

/**
 * What a form carries to show that it stood on a page of ours. It is made of the path alone, so that it needs no memory,
 * and of the token's hash, so that nobody else can make it.
 */
export function formProof(path: string, { tokenSha256 }: WebSettings): string {
  return createHmac('sha256', tokenSha256 ?? '')
    .update(path)
    .digest('hex');
}

/**
 * Why a request that would change something is refused; null when it is not. A browser sends what it remembers of us
 * with any page's form: so such a form has to come from our own page and to carry its proof. A program that names the
 * token itself was not tricked into it.
 */
export function refusal(asking: Asking, visitor: Visitor, proof: string, settings: WebSettings) {
  if (visitor === 'anybody') return { status: 401, because: 'this needs the operator\u2019s token' } as const;
  if (visitor === 'bearer') return null;
  if (!isFromOwnPage(asking, settings))
    return { status: 403, because: 'this was asked by another site' } as const;
  const wanted = Buffer.from(formProof(asking.path, settings));
  const given = Buffer.from(proof);
  return given.length === wanted.length && timingSafeEqual(given, wanted)
    ? null
    : ({ status: 403, because: 'the form is not from a page of this service' } as const);
}

function isFromOwnPage({ header }: Asking, { origin }: WebSettings): boolean {
  const from = header('origin');
  const site = header('sec-fetch-site');
  if (site !== '' && site !== 'same-origin') return false;
  if (from === origin && origin !== null) return true;
  return from !== '' && URL.canParse(from) && new URL(from).host === header('host').toLowerCase();
}
