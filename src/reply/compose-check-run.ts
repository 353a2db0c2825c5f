import type { Report } from '../report.ts';
import { claimsByGravity } from './answers.ts';
import { type CommentContext, composeComment } from './compose-comment.ts';
import { headline } from './headline.ts';
import { visible } from './visible.ts';

export interface CheckRunContext extends CommentContext {
  readonly head: string;
  /** The repository's own wish that a finding stops a merge. */
  readonly isGate: boolean;
}

/** What GitHub's "create a check run" and "update a check run" take, in their own names. */
export interface CheckRun {
  readonly name: 'giveback / claims';
  readonly head_sha: string;
  readonly external_id: string;
  readonly status: 'completed';
  readonly conclusion: 'success' | 'neutral' | 'failure';
  readonly details_url?: string;
  readonly output: {
    readonly title: string;
    readonly summary: string;
    readonly annotations: readonly Annotation[];
  };
  readonly actions: readonly {
    readonly label: string;
    readonly description: string;
    readonly identifier: string;
  }[];
}

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

const TITLE_CHARACTERS_MAX = 80;
const ANNOTATIONS_MAX = 10;
const MESSAGE_CHARACTERS_MAX = 2_000;

/** The check of one commit: its title is the comment's headline, its summary the comment. */
export function composeCheckRun(report: Report, context: CheckRunContext): CheckRun {
  const { key, head, url, isGate } = context;
  return {
    name: 'giveback / claims',
    head_sha: head,
    external_id: key,
    status: 'completed',
    conclusion: conclusionOf(report, isGate),
    ...(url === null ? {} : { details_url: url }),
    output: {
      title: headline(report, TITLE_CHARACTERS_MAX),
      summary: composeComment(report, context).text,
      annotations: annotations(report, isGate).slice(0, ANNOTATIONS_MAX),
    },
    actions: actions(report),
  };
}

/** Findings are neutral: what a model says is a question, and only the repository may make it a stop. */
function conclusionOf({ outcome }: Report, isGate: boolean): CheckRun['conclusion'] {
  switch (outcome) {
    case 'supported':
    case 'nothing-to-evaluate':
      return 'success';
    case 'unexplained':
    case 'undetermined':
      return 'neutral';
    case 'hazard':
    case 'beyond-limit':
    case 'contradicted':
    case 'inconsistent':
      return isGate ? 'failure' : 'neutral';
  }
}

/** Hazards and changes of the giveback path, each at its line, in files of this diff only. */
function annotations({ model, series }: Report, isGate: boolean): Annotation[] {
  if (model === null) return [];
  const files = new Set(series.patches.flatMap((patch) => patch.files.map(({ path }) => path)));
  const hazards = model.hazards.map(({ kind, because, where }) => ({
    file: where?.file ?? null,
    line: where?.line ?? null,
    level: isGate ? ('failure' as const) : ('warning' as const),
    title: kind as string,
    message: because,
  }));
  const changes = model.changes.map(({ kind, from, to, file, line }) => ({
    file,
    line,
    level: 'notice' as const,
    title: kind,
    message: `${from} \u2192 ${to}`,
  }));
  return [...hazards, ...changes].flatMap(({ file, line, level, title, message }) =>
    file === null || line === null || !files.has(file) || visible(file) !== file
      ? []
      : [annotation(file, line, level, { title, message })],
  );
}

function annotation(
  path: string,
  line: number,
  level: Annotation['annotation_level'],
  said: { readonly title: string; readonly message: string },
): Annotation {
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level: level,
    title: visible(said.title).slice(0, TITLE_CHARACTERS_MAX),
    message: visible(said.message).slice(0, MESSAGE_CHARACTERS_MAX),
  };
}

/** At most three buttons; GitHub allows 20 characters of label, 40 of description, 20 of identifier. */
function actions(report: Report): CheckRun['actions'] {
  const [gravest] = claimsByGravity(report);
  const rerun = { label: 'Re-run', description: 'Evaluate this commit again', identifier: 'rerun' };
  if (gravest === undefined) return [rerun];
  const { id } = gravest;
  return [
    rerun,
    { label: `Explain ${id}`, description: 'Say how this answer came about', identifier: `explain ${id}` },
    { label: `Dispute ${id}`, description: 'Say that a figure was misread', identifier: `dispute ${id}` },
  ];
}
