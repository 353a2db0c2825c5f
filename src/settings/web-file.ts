import { z } from 'zod';
import type { WebSettings } from '../service/web-settings.ts';
import { count } from './shapes.ts';

const port = z.int().min(0).max(65_535);
const seconds = z.number().positive();

/** config/web.json: where the pages of the service are, who may act on them, and what a client may ask of us. */
export const webFile = z.strictObject({
  host: z.string().min(1),
  port,
  metricsPort: port,
  origin: z
    .string()
    .regex(/^https?:\/\/[a-z0-9.:-]{1,200}$/)
    .nullable(),
  tokenSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  bodyBytesMax: count,
  connectionsMax: count,
  pagesWaitingMax: count.default(16),
  pagesPerSecondMax: count.default(100),
  headersSeconds: seconds,
  requestSeconds: seconds,
  keepAliveSeconds: seconds,
  actionsPerMinute: count,
  diskMegabytesMin: count.default(64),
  rowsPerPage: count,
  refreshSeconds: count,
}) satisfies z.ZodType<WebSettings>;
