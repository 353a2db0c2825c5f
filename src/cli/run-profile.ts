import { loadCParser } from '../adapters/c-parser/c-parser.ts';
import { NO_SERIES, openTree } from '../adapters/tree/open-tree.ts';
import { openSourceCache } from '../adapters/tree/source-cache.ts';
import { composeProfile, composeDriverTable as tableOf } from '../compose-profile.ts';
import type { HcdProfile } from '../model/hcd-profile.ts';
import { profileFromTree, type TreeSource } from '../model/profile-from-tree.ts';
import { surveyTree } from '../model/survey-tree.ts';
import type { TreeBase } from '../model/tree-use.ts';
import { composeDriverTable } from '../reply/compose-driver-table.ts';
import { composeProfileText } from '../reply/compose-profile-text.ts';
import { readSettings } from '../settings.ts';
import { ExitCode } from './exit-code.ts';
import { complain, terminalLook, toJson, writeResult } from './output.ts';

export interface ProfileOptions {
  readonly tree: string;
  /** A driver's name, or "all". */
  readonly driver: string;
  readonly json?: boolean;
  readonly out?: string;
}

/** `giveback model --tree DIR --driver NAME`: a host driver as a kernel tree has it, with no patch at all. */
export async function runProfile(options: ProfileOptions): Promise<ExitCode> {
  const { profiles } = readSettings();
  const wanted = profiles.find(({ driver, names }) => [driver, ...names].includes(options.driver));
  if (wanted === undefined && options.driver !== 'all') {
    const known = profiles.map(({ driver }) => driver).join(', ');
    complain('--driver', `no profile is called ${options.driver}; there are all, ${known}`);
    return ExitCode.usage;
  }
  const [{ tree, trial }, parseC] = await Promise.all([openTree(options.tree, NO_SERIES), loadCParser()]);
  const source = { tree, trial, parseC, known: openSourceCache() };
  const kernel = kernelName(trial.base);
  return wanted === undefined
    ? showAll({ source, kernel, options }, profiles)
    : showOne({ source, kernel, options }, wanted);
}

/** "v6.1", or "HEAD (1b929c02afd3, 2022-12-11)" where the name alone does not say it. */
function kernelName({ name, commit, date }: TreeBase): string {
  return commit === null ? name : `${name} (${commit.slice(0, 12)}, ${date?.slice(0, 10) ?? 'undated'})`;
}

interface Asked {
  readonly source: TreeSource;
  readonly kernel: string;
  readonly options: ProfileOptions;
}

function showOne({ source, kernel, options }: Asked, wanted: HcdProfile): ExitCode {
  const found = profileFromTree(source, wanted);
  if (found === null) {
    complain(options.tree, `there is no ${wanted.driver} in this tree`);
    return ExitCode.nothingToEvaluate;
  }
  const profile = composeProfile(found, kernel);
  const look = terminalLook(options.out !== undefined);
  writeResult(options.json === true ? toJson(profile) : composeProfileText(profile, look), options.out);
  return ExitCode.evaluated;
}

function showAll({ source, kernel, options }: Asked, profiles: readonly HcdProfile[]): ExitCode {
  const survey = surveyTree(source, profiles);
  if (survey.drivers.length === 0 && survey.structures.length === 0) {
    complain(options.tree, 'there is no host driver in it: is it a kernel tree?');
    return ExitCode.nothingToEvaluate;
  }
  const table = tableOf(survey, kernel);
  const look = terminalLook(options.out !== undefined);
  writeResult(options.json === true ? toJson(table) : composeDriverTable(table, look), options.out);
  return ExitCode.evaluated;
}
