import type { MiddlewareHandler } from 'hono';

/** Nothing runs on a page, nothing is loaded from elsewhere, no other page holds it in a frame. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The view of the queue is the one with a script, its own; what it asks for is of our own server. */
const QUEUE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
].join('; ');

/** A picture as a file of its own brings its colours with it. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export type Policy = 'page' | 'queue' | 'picture';

const POLICIES: Readonly<Record<Policy, string>> = {
  page: PAGE_POLICY,
  queue: QUEUE_POLICY,
  picture: PICTURE_POLICY,
};

/**
 * The headers of every answer, errors as well. A referrer goes to our own pages only: with none at all a browser hides
 * from us whether a form stood on one of them.
 */
export function secureHeaders(policyOf: (path: string) => Policy): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    headers.set('Content-Security-Policy', POLICIES[policyOf(context.req.path)]);
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'same-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  };
}
