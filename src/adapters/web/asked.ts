import type { Context } from 'hono';
import type { Page } from './frame.ts';
import type { Asking } from './guard.ts';

/** Puts a page of ours into its frame and answers with it. */
export type Show = (context: Context, page: Page, status?: 200 | 401 | 403 | 404) => Promise<Response>;

export function askingOf({ req }: Context): Asking {
  return { method: req.method, path: req.path, header: (name) => req.header(name) ?? '' };
}
