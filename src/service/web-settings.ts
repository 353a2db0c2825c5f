/** How the pages of the service are served, and to whom. */
export interface WebSettings {
  /** Another address than one of this machine needs a token. */
  readonly host: string;
  readonly port: number;
  /** For a monitor on this machine only; the processes of the queues take the three ports after it. */
  readonly metricsPort: number;
  /** "https://bot.example", where a proxy stands before us; null where nobody comes by another name. */
  readonly origin: string | null;
  /** SHA-256 of the operator's token, in hex. Null: the pages can be read on this machine, and nothing can be done. */
  readonly tokenSha256: string | null;
  readonly bodyBytesMax: number;
  readonly connectionsMax: number;
  /** Pages are made one after another; where so many wait, the next is asked to come again. */
  readonly pagesWaitingMax: number;
  /** Pages made in any second for those who have no token; so much of the process stays free to say that it lives. */
  readonly pagesPerSecondMax: number;
  readonly headersSeconds: number;
  readonly requestSeconds: number;
  readonly keepAliveSeconds: number;
  readonly actionsPerMinute: number;
  /** With less room in the data directory the service is not ready. */
  readonly diskMegabytesMin: number;
  readonly rowsPerPage: number;
  /** How often a list that is watched is asked for again. */
  readonly refreshSeconds: number;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '::1', '[::1]'];

export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host);
}
