const ASK_MS = 100;

/** Asks again until it is so. @throws Error when it does not come to pass in that time */
export async function waitFor(
  what: string,
  seconds: number,
  isSo: () => boolean | Promise<boolean>,
  askMs = ASK_MS,
): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    if (await isSo()) return;
    await sleep(askMs);
  }
  throw new Error(`${what} did not come within ${seconds} s`);
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
