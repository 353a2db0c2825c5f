import type { Change } from './schema.ts';

/** A reason that is of a mail and not of what was found in it: it has no run. Once for each reason. */
export async function insertSilence(
  within: Change,
  { thread, because, nowMs }: { readonly thread: string; readonly because: string; readonly nowMs: number },
): Promise<void> {
  const known = await within
    .selectFrom('silence')
    .select('seq')
    .where('thread', '=', thread)
    .where('because', '=', because)
    .executeTakeFirst();
  if (known !== undefined) return;
  await within.insertInto('silence').values({ thread, run: 0, because, at_ms: nowMs }).execute();
}
