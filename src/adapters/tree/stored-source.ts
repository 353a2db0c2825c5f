import type { SourceText } from '../../model/known-sources.ts';
import type { SourceFile } from '../../model/source-file.ts';

/** A file as it is kept: bodies by their lines, for the text is at hand whenever it is asked for. */
interface Stored extends Pick<SourceFile, 'path' | 'calls' | 'members'> {
  readonly functions: readonly {
    readonly name: string;
    readonly line: number;
    readonly lines: number;
    readonly callees: readonly string[];
    readonly locks: SourceFile['functions'][number]['locks'];
  }[];
  readonly drivers: readonly {
    readonly name: string;
    readonly line: number;
    readonly fields: readonly (readonly [string, string])[];
  }[];
}

/** What was read of a file, as text for the disk. */
export function storedText({ path, functions, drivers, calls, members }: SourceFile): string {
  const stored: Stored = {
    path,
    calls,
    members,
    functions: functions.map(({ name, line, text, callees, locks }) => {
      return { name, line, lines: text.split('\n').length, callees: [...callees], locks };
    }),
    drivers: drivers.map(({ name, line, fields }) => ({ name, line, fields: [...fields] })),
  };
  return JSON.stringify(stored);
}

/**
 * The same again, for the file it was read of. Null when it is of another path.
 *
 * @throws SyntaxError or TypeError  when the disk gives something else than was written
 */
export function readStored(stored: string, { path, text }: SourceText): SourceFile | null {
  const read: Stored = JSON.parse(stored);
  if (read.path !== path) return null;
  const all = text.split('\n');
  return {
    path,
    calls: read.calls,
    members: read.members,
    functions: read.functions.map(({ name, line, lines, callees, locks }) => ({
      name,
      path,
      line,
      text: all.slice(line - 1, line - 1 + lines).join('\n'),
      callees: new Set(callees),
      locks,
    })),
    drivers: read.drivers.map(({ name, line, fields }) => ({ name, path, line, fields: new Map(fields) })),
  };
}
