import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { Fault } from '../fault.ts';

/** Reads and checks files, and keeps a running hash of what it read. */
export class ConfigFolder {
  readonly #folder: string;
  readonly #hash = createHash('sha256');

  constructor(folder: string) {
    this.#folder = folder;
  }

  read<Shape extends z.ZodType>(name: string, shape: Shape): z.output<Shape> {
    const text = this.#text(name);
    this.#hash.update(`${name}\n${text}\n`);
    const parsed = shape.safeParse(parseJson(name, text));
    if (!parsed.success) throw new Fault(`config/${name}: ${z.prettifyError(parsed.error)}`, 'never');
    return parsed.data;
  }

  /** Every .json file of a sub-folder, by its name without the ending, in the order of the names. */
  readAll<Shape extends z.ZodType>(folder: string, shape: Shape): [string, z.output<Shape>][] {
    const names = readdirSync(join(this.#folder, folder)).filter((name) => name.endsWith('.json'));
    return names
      .toSorted()
      .map((name) => [name.replace(/\.json$/, ''), this.read(`${folder}/${name}`, shape)]);
  }

  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  #text(name: string): string {
    try {
      return readFileSync(join(this.#folder, name), 'utf8');
    } catch (error) {
      throw new Fault(`config/${name} can not be read: ${String(error)}`, 'never');
    }
  }
}

/** Comments and a comma too many are an operator's good right. */
function parseJson(name: string, text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  const line = text.slice(0, first.offset).split('\n').length;
  throw new Fault(`config/${name} is not JSON: line ${line}: ${printParseErrorCode(first.error)}`, 'never');
}
