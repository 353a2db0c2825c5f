import { describeProblem } from './describe-problem.ts';
import type { SeriesTree, TreePatch, TreeRelation, TreeReply, TreeSeries } from './reply/series-tree.ts';
import { currentSeries, familyOf } from './series/collect-series.ts';
import type { Answer, Patch, Series, Trailer } from './series/series.ts';

/** The tree that `giveback series` draws: the series an evaluation is about, its versions, and what is beside it. */
export function composeTree(mails: number, all: readonly Series[]): SeriesTree {
  const current = currentSeries(all);
  const others = all.filter((series) => series !== current);
  const family = new Set(current === null ? [] : familyOf(all, current));
  const isVersion = (series: Series) => family.has(series);
  const versions = others.filter(isVersion).toSorted((one, other) => other.version - one.version);
  return {
    mails,
    current: current === null ? null : treeSeries(current),
    versions: versions.map(treeSeries),
    beside: others.filter((series) => !isVersion(series)).map(treeSeries),
  };
}

function treeSeries(series: Series): TreeSeries {
  const { subject, version, total, rfc, resend, purpose, coverLetter, author, date, missing } = series;
  const ofPatches = new Set(series.patches.map(({ messageId }) => messageId));
  const isOfPatch = ({ about }: Answer) => about !== null && ofPatches.has(about);
  return {
    ...{ subject, version, total, rfc, resend, purpose, coverLetter, author, date, missing },
    relations: relationsOf(series),
    patches: series.patches.map((patch) => treePatch(patch, series)),
    replies: series.answers.filter((answer) => !isOfPatch(answer)).map(treeReply),
    own: series.trailers.filter((one) => ofPatches.has(one.messageId) && isVouching(one)).map(written),
    carried: carriedOf(series),
    problems: series.problems.filter(({ code }) => !SHOWN.has(code)).map(describeProblem),
  };
}

/** Each key once and each value once: a cover letter and its patches may all say it. */
function relationsOf({ baseCommit, changeId, prerequisites, supersedes }: Series): readonly TreeRelation[] {
  const told = [
    ...(baseCommit === null ? [] : [{ key: 'base-commit', value: baseCommit }]),
    ...(changeId === null ? [] : [{ key: 'change-id', value: changeId }]),
    ...prerequisites.map(({ key, value }) => ({ key: key.toLowerCase(), value })),
    ...supersedes.map((id) => ({ key: 'supersedes', value: `<${id}>` })),
  ];
  const values = new Map<string, Set<string>>();
  for (const { key, value } of told) values.set(key, (values.get(key) ?? new Set()).add(value));
  return [...values].map(([key, of]) => ({ key, values: [...of] }));
}

/** Problems that stand in the tree itself. */
const SHOWN: ReadonlySet<string> = new Set(['patch-missing', 'trailer-unverified']);

function treePatch({ index, subject, messageId, from, files }: Patch, series: Series): TreePatch {
  return {
    ...{ index, subject, messageId, from },
    files: files.map(({ path, oldPath, added, removed }) => ({ path, oldPath, added, removed })),
    replies: series.answers.filter(({ about }) => about !== null && about === messageId).map(treeReply),
  };
}

function treeReply({ letter, given, refused }: Answer): TreeReply {
  const { messageId, from } = letter;
  return { messageId, from, given: given.map(written), refused: refused.map(({ text }) => text) };
}

/** Trailers that neither a letter of this posting nor a patch in it gives. */
function carriedOf({ letters, patches, trailers }: Series): readonly string[] {
  const here = new Set([...letters, ...patches].map(({ messageId }) => messageId));
  return trailers.filter(({ messageId }) => !here.has(messageId)).map(written);
}

function isVouching({ key }: Trailer): boolean {
  return key.toLowerCase().endsWith('-by');
}

function written({ key, value }: Trailer): string {
  return `${key}: ${value}`;
}
