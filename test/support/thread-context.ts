import type { Letter } from '../../src/ingest/letter.ts';
import { mailParent } from '../../src/reply/mail-parent.ts';
import type { RenderContext } from '../../src/reply/render.ts';
import type { Report } from '../../src/report.ts';

/** Where the faces of a thread would go: a reply to its author and to the list, a comment, a page. */
export function threadContext(slug: string, report: Report, letters: readonly Letter[]): RenderContext {
  const parent = mailParent(report, letters);
  const author = letters.find(({ messageId }) => messageId === parent.messageId)?.from;
  const url = `https://giveback.example/r/${slug}`;
  return {
    text: { hasColour: false, hasBars: false, columns: 110 },
    mail: {
      from: { name: 'giveback bot', address: 'bot@giveback.example' },
      to: [{ name: author?.name ?? '', address: author?.address ?? 'author@unknown.example' }],
      cc: [{ name: '', address: 'linux-usb@vger.kernel.org' }],
      parent,
      date: '2026-01-01T00:00:00Z',
      domain: 'giveback.example',
      url,
    },
    comment: { key: `thread/${slug}`, head: null, url, previous: [] },
    url,
    isGate: false,
  };
}
