import type { Report } from '../report.ts';
import type { CommentContext } from './compose-comment.ts';
import type { MailContext } from './compose-mail.ts';
import type { Format } from './formats.ts';
import { jsonText } from './json-text.ts';
import type { Violation } from './mail-rules.ts';
import type { TextOptions } from './screen.ts';

/** What the faces need to know beside the report; a face looks only at its own part. */
export interface RenderContext {
  readonly text: TextOptions;
  readonly mail: MailContext;
  readonly comment: CommentContext;
  /** The page of this evaluation, where there is one. */
  readonly url: string | null;
  /** Whether the one who asks wants findings to fail a check. */
  readonly isGate: boolean;
}

/** A face. Only a mail can break rules, and then it may be looked at and not be sent. */
export interface Rendered {
  readonly text: string;
  readonly violations: readonly Violation[];
}

/** One report in one of its faces. Each is loaded when it is asked for: a page brings its charts, a check does not. */
export async function render(report: Report, format: Format, context: RenderContext): Promise<Rendered> {
  if (format === 'mail') {
    const { composeMail } = await import('./compose-mail.ts');
    const { draft, violations } = composeMail(report, context.mail);
    return { text: draft.raw, violations };
  }
  return { text: await FACES[format](report, context), violations: [] };
}

type Face = (report: Report, context: RenderContext) => Promise<string>;

const FACES: Readonly<Record<Exclude<Format, 'mail'>, Face>> = {
  text: async (report, { text }) => (await import('./compose-text.ts')).composeText(report, text),
  json: async (report) => jsonText(report),
  markdown: async (report, { comment }) =>
    (await import('./compose-comment.ts')).composeComment(report, comment).body,
  html: async (report) => (await import('./compose-page.ts')).composePage(report),
  sarif: async (report) => jsonText((await import('./compose-sarif.ts')).composeSarif(report)),
  b4: async (report, context) => jsonText((await import('./compose-b4.ts')).composeB4(report, context)),
  patchwork: async (report, context) =>
    jsonText((await import('./compose-patchwork-check.ts')).composePatchworkCheck(report, context)),
};
