import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Choice, NO_CHOICE, peopleOf } from './choice.ts';

/** What b4 made of one mbox; `crash` says what killed it, or null. */
export interface Asked {
  readonly crash: string | null;
  readonly choice: Choice;
  /** The end of what it printed. */
  readonly said: readonly string[];
}

interface Line {
  readonly crash: string | null;
  readonly patches: readonly { messageId: string; version: number; trailers: readonly string[] }[];
  readonly said: readonly string[];
}

/** Asks b4 for its choice in each of the mboxes, in their order. */
export async function* askB4(mboxes: readonly string[]): AsyncGenerator<Asked> {
  const driver = fileURLToPath(new URL('peer/b4-choices.py', import.meta.url));
  const child = spawn('python3', [driver], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(mboxes.map((path) => `${path}\n`).join(''));
  try {
    for await (const line of createInterface({ input: child.stdout })) yield asked(JSON.parse(line));
  } finally {
    child.kill();
  }
}

function asked({ crash, patches, said }: Line): Asked {
  const [first] = patches;
  if (first === undefined) return { crash, choice: NO_CHOICE, said };
  const version = Math.max(...patches.map((patch) => patch.version));
  const ids = patches.map(({ messageId }) => messageId);
  return {
    crash,
    said,
    choice: { version, patches: ids, people: peopleOf(patches.flatMap((one) => one.trailers)) },
  };
}
