const begun = performance.now();

/** A step of the story, with the seconds since it began. */
export function step(says: string): void {
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1).padStart(5);
  process.stdout.write(`\n[${seconds} s] ${says}\n`);
}

/** What somebody sees: the first lines of a text, moved to the right. */
export function show(text: string, linesMax = 24): void {
  const lines = text.trimEnd().split('\n');
  const rest = lines.length > linesMax ? [`... and ${lines.length - linesMax} lines more`] : [];
  for (const line of [...lines.slice(0, linesMax), ...rest]) process.stdout.write(`          ${line}\n`);
}

const SECONDS_MAX = 240;

/** Waits until there is something. @throws Error when it does not come */
export async function until<Value>(
  what: string,
  look: () => Value | null | Promise<Value | null>,
): Promise<Value> {
  for (const end = performance.now() + SECONDS_MAX * 1_000; performance.now() < end; ) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`it did not come: ${what}`);
}
