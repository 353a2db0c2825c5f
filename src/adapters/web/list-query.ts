import { OUTCOMES, type ReportQuery, VERDICTS } from '../../ports/dashboard-store.ts';

/** What the address of the list says, as it was typed and no longer than it may be. */
export interface ListAsking {
  readonly q: string;
  readonly verdict: string;
  readonly driver: string;
  readonly list: string;
  readonly page: number;
  readonly live: boolean;
}

const TEXT_MAX = 200;
const WORDS_MAX = 8;
const PAGE_MAX = 10_000;

/** Total: an address that makes no sense asks for everything. */
export function readListAsking(parameters: URLSearchParams): ListAsking {
  const text = (name: string) => (parameters.get(name) ?? '').slice(0, TEXT_MAX);
  const page = Number(text('page'));
  return {
    ...{ q: text('q').trim(), verdict: text('verdict'), driver: text('driver'), list: text('list') },
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
    live: text('live') === '1',
  };
}

export function reportQueryOf(asking: ListAsking, rows: number): ReportQuery {
  const words = asking.q.toLowerCase().split(/\s+/);
  return {
    words: words.filter((word) => word !== '').slice(0, WORDS_MAX),
    verdict: [...OUTCOMES, ...VERDICTS].find((one) => one === asking.verdict) ?? null,
    driver: asking.driver || null,
    list: asking.list || null,
    limit: rows,
    offset: (asking.page - 1) * rows,
  };
}

/** The address that asks for it; what is not asked for is left out. */
export function addressOf({ q, verdict, driver, list, page, live }: ListAsking): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries({ q, verdict, driver, list }))
    if (value !== '') parts.set(name, value);
  if (page > 1) parts.set('page', String(page));
  if (live) parts.set('live', '1');
  const query = parts.toString();
  return query === '' ? '/' : `/?${query}`;
}
