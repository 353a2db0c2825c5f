import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readServiceSettings } from '../settings-service.ts';
import { commentedJson } from './commented-json.ts';
import { ExitCode } from './exit-code.ts';
import { ENVIRONMENT, LISTS_NOTES, SERVICE_NOTES, WEB_NOTES } from './init-notes.ts';
import { complain, writeResult } from './output.ts';

const TOKEN_BYTES = 24;

/** `giveback init`: a configuration to begin with, each key with a word about it. A file that is there is left alone. */
export function runInit(directory: string, isTokenOnly: boolean): ExitCode {
  const folder = resolve(directory);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return isTokenOnly ? changeToken(folder, token) : writeFiles(folder, token);
}

function writeFiles(folder: string, token: string): ExitCode {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = filesWith(sha256Of(token));
  const there = Object.keys(files).filter((name) => existsSync(join(folder, name)));
  const written = Object.entries(files).filter(([name]) => !there.includes(name));
  for (const [name, text] of written) writeFileSync(join(folder, name), text, { mode: 0o600 });
  for (const name of there) complain(join(folder, name), 'is there already and was left alone');
  const isNew = written.some(([name]) => name === 'web.json');
  writeResult(
    [
      ...written.map(([name]) => `wrote ${join(folder, name)}\n`),
      ...nextSteps(folder, isNew ? token : null),
    ].join(''),
    undefined,
  );
  return ExitCode.evaluated;
}

function filesWith(tokenSha256: string): Readonly<Record<string, string>> {
  // What comes with giveback, whatever the folder holds.
  const { limits, web, identity } = readServiceSettings('');
  const example = {
    stage: 'shadow',
    mute: false,
    address: null,
    operators: [],
    maintainers: [],
    tree: null,
    subscriptions: [],
  };
  const lists = { identity, lists: { example } };
  return {
    'service.json': commentedJson(limits, 'How the service waits, tries again and stops.', SERVICE_NOTES),
    'lists.json': commentedJson(lists, 'Who we are, and what may be said where.', LISTS_NOTES),
    'web.json': commentedJson({ ...web, tokenSha256 }, 'The pages of the service.', WEB_NOTES),
    'giveback.env': ENVIRONMENT,
  };
}

function nextSteps(folder: string, token: string | null): readonly string[] {
  return [
    ...(token === null
      ? []
      : ['\nThe operator\u2019s token for the pages, shown this once (any user name):\n', `  ${token}\n`]),
    '\nNext:\n',
    `  name your lists in ${join(folder, 'lists.json')}\n`,
    `  giveback doctor --data ${folder}\n`,
    `  giveback serve --data ${folder}\n`,
  ];
}

/** Only the hash of a token is kept, so a lost one is replaced and never found. */
function changeToken(folder: string, token: string): ExitCode {
  const file = join(folder, 'web.json');
  if (!existsSync(file)) {
    complain(file, 'is not there; giveback init writes it');
    return ExitCode.nothingToEvaluate;
  }
  const before = readFileSync(file, 'utf8');
  const after = before.replace(/("tokenSha256"\s*:\s*)(?:null|"[0-9a-f]*")/, `$1"${sha256Of(token)}"`);
  writeFileSync(file, after, { mode: 0o600 });
  writeResult(
    `The new token, shown this once:\n  ${token}\nIt counts when the service is started again.\n`,
    undefined,
  );
  return ExitCode.evaluated;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
