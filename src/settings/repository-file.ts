import { parseDocument } from 'yaml';
import { z } from 'zod';
import { NO_WISHES, type RepositoryPolicy, unreadableFile } from '../service/repository-policy.ts';

const repositoryFile = z.strictObject({
  mute: z.boolean().default(NO_WISHES.mute),
  gate: z.boolean().default(NO_WISHES.gate),
  comment: z.enum(['findings', 'never']).default(NO_WISHES.comment),
});

const CHARACTERS_MAX = 4_096;

/** .github/giveback.yml of a repository, by whomever it was written. Whatever it holds, there is an answer. */
export function readRepositoryFile(text: string | null): RepositoryPolicy {
  if (text === null) return NO_WISHES;
  if (text.length > CHARACTERS_MAX) return unreadableFile(`it is longer than ${CHARACTERS_MAX} characters`);
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) return unreadableFile(error.message.split('\n')[0] ?? 'it is no YAML');
  const read = repositoryFile.safeParse(plainValue(document) ?? {});
  if (read.success) return { ...read.data, notice: null };
  const [issue] = read.error.issues;
  return unreadableFile([...(issue?.path ?? []), issue?.message].join(': '));
}

/** An alias can make a short file long, and no setting needs one. */
function plainValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return 'an alias';
  }
}
