import type { Thread } from '../evaluation.ts';
import { mailParent } from '../reply/mail-parent.ts';
import type { RenderContext } from '../reply/render.ts';
import type { Report } from '../report.ts';
import { readServiceSettings } from '../settings-service.ts';
import { terminalLook } from './output.ts';

/**
 * What the faces need when nothing is sent: a mail as it would go to its author alone. Its date is that of the mail
 * it answers, because a draft is the same today and tomorrow.
 */
export function faceContext(report: Report, { letters }: Thread, isForFile: boolean): RenderContext {
  const { identity } = readServiceSettings('');
  const parent = mailParent(report, letters);
  const author = letters.find(({ messageId }) => messageId === parent.messageId)?.from ?? null;
  const to = author?.address == null ? [] : [{ name: author.name, address: author.address }];
  const { name, address, domain, url } = identity;
  return {
    text: terminalLook(isForFile),
    mail: { from: { name, address }, to, cc: [], parent, date: parent.date ?? UNDATED, domain, url },
    comment: { key: report.input.sha256.slice(0, 16), head: null, url, previous: [] },
    url,
    isGate: false,
  };
}

const UNDATED = '1970-01-01T00:00:00Z';
