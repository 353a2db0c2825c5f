import { z } from 'zod';

/** What a repository wishes, by the file on its default branch. */
export interface RepositoryPolicy {
  readonly mute: boolean;
  /** Whether a finding may stop a merge. */
  readonly gate: boolean;
  readonly comment: 'findings' | 'never';
  /** What is wrong with the file; null when nothing is. */
  readonly notice: string | null;
}

export const REPOSITORY_FILE = '.github/giveback.yml';

/** Of a repository that wishes nothing. */
export const NO_WISHES: RepositoryPolicy = { mute: false, gate: false, comment: 'findings', notice: null };

const NOTICE_CHARACTERS_MAX = 120;

/** A file that can not be read may have wished for silence: the check tells of it, and no comment is written. */
export function unreadableFile(because: string): RepositoryPolicy {
  return { ...NO_WISHES, comment: 'never', notice: because.slice(0, NOTICE_CHARACTERS_MAX) };
}

const HEADER = 'X-Giveback-Repository: ';
const HEADERS_BYTES_MAX = 16_384;
const wishes = z.object({
  ...{ mute: z.boolean(), gate: z.boolean(), comment: z.enum(['findings', 'never']) },
  notice: z.string().nullable(),
}) satisfies z.ZodType<RepositoryPolicy>;

/** The header that carries the wishes with a request, so that one document is always answered in one way. */
export function wishesHeader(policy: RepositoryPolicy): readonly string[] {
  const text = JSON.stringify(policy);
  return text === JSON.stringify(NO_WISHES) ? [] : [`${HEADER}${text.replaceAll(/[^ -~]/g, escaped)}`];
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The wishes in the headers of our own making; what follows them is somebody else's and not looked at. */
export function wishesIn(document: Uint8Array): RepositoryPolicy {
  const [headers = ''] = Buffer.from(document.subarray(0, HEADERS_BYTES_MAX))
    .toString('utf8')
    .split('\n\n', 1);
  const line = headers.split('\n').find((one) => one.startsWith(HEADER));
  return line === undefined ? NO_WISHES : wishes.parse(JSON.parse(line.slice(HEADER.length)));
}
