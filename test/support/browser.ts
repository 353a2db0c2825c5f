import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** False on a machine without Debian's chromium; tests that look at pages skip themselves then. */
export const browserExists: boolean = existsSync(CHROMIUM);

/** A browser that reaches nothing: pages are handed to it as text. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
}
