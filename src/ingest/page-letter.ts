import type { Problem, Read } from '../problem.ts';
import { buildLetter, UNSAID, type Unkeyed } from './build-letter.ts';
import { withoutArmor } from './clearsigned.ts';
import type { Letter } from './letter.ts';
import { isMasked } from './page-address.ts';
import type { ReadSettings } from './read-mail.ts';

/**
 * The letter that a page preserved. A page is decoded text: `octets` are its UTF-8, line for line the same.
 * The first masked address among the lines is said as a problem, with its line.
 */
export function pageLetter(
  said: Partial<Unkeyed> & Pick<Unkeyed, 'source'>,
  body: readonly string[],
  settings: ReadSettings,
): Read<readonly Letter[]> {
  const { lineCharactersMax, letterBytesMax } = settings.limits;
  const written = withoutArmor(body.join('\n')).split('\n');
  const lines = trimEmptyLines(written).map((line) => line.slice(0, lineCharactersMax));
  const text = `${lines.join('\n').slice(0, letterBytesMax)}\n`;
  const masked = findMasked(said, lines);
  const problems = [...(said.problems ?? []), ...masked];
  const octets = Buffer.from(text, 'utf8').toString('latin1');
  return { value: [buildLetter({ ...UNSAID, ...said, text, octets, problems })], problems: [] };
}

function trimEmptyLines(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
}

function findMasked(said: Partial<Unkeyed>, lines: readonly string[]): readonly Problem[] {
  const at = { messageId: said.messageId ?? null, line: null };
  for (const [index, line] of lines.entries()) {
    const shown = /<([^<>\s@]{1,64}@[^<>\s]{1,100})>/.exec(line)?.[1];
    if (shown !== undefined && isMasked(shown)) {
      return [{ code: 'address-masked', text: shown, at: { ...at, line: index + 1 } }];
    }
  }
  return [];
}
