import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Letter } from '../../src/ingest/letter.ts';
import { collectSeries } from '../../src/series/collect-series.ts';
import type { Series } from '../../src/series/series.ts';
import { readDocument, seriesLimits } from '../ingest/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

const CASES = 'corpus/mail/linux-usb/cases';

interface Case {
  readonly name: string;
  readonly messageId: string;
  readonly subject: string;
  readonly what: string;
}

/** The rows of the index: file, commit, Message-ID, subject, what is odd about it. */
function readIndex(): readonly Case[] {
  const rows = readFileSync(shared(`${CASES}/INDEX.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  return rows.map((row) => {
    const [file = '', , messageId = '', subject = '', what = ''] = row.split('\t');
    return {
      name: file.replace('.eml', ''),
      messageId: messageId.split(' (')[0]?.replaceAll(/[<>\s]/g, '') ?? '',
      subject,
      what,
    };
  });
}

async function read(name: string): Promise<{ readonly letter: Letter; readonly series: Series }> {
  const { value } = await readDocument(readFileSync(shared(`${CASES}/${name}.eml`)));
  const [letter] = value;
  const [series] = collectSeries(value, seriesLimits);
  if (letter === undefined || series === undefined) throw new Error(`${name} gave nothing`);
  return { letter, series };
}

const index = sharedExists ? readIndex() : [];
const named = (start: string) => index.filter(({ name }) => name.startsWith(start)).map(({ name }) => name);
const codesOf = ({ letter, series }: { letter: Letter; series: Series }) =>
  [...letter.problems, ...series.problems].map(({ code }) => code);

describe.skipIf(!sharedExists)('odd mails of linux-usb, one by one', () => {
  test('the index names the files that are there', () => {
    const files = readdirSync(shared(CASES)).filter((name) => name.endsWith('.eml'));
    expect(index.map(({ name }) => `${name}.eml`).toSorted()).toEqual(files.toSorted());
  });

  test.each(index.map((one) => [one.name, one] as const))(
    '%s has its id and its subject',
    async (_, { name, messageId, subject }) => {
      const { letter } = await read(name);
      expect(letter.messageId).toBe(messageId);
      const bare = (text: string) => text.replaceAll(/\s+/g, '');
      expect(bare(letter.subject).startsWith(bare(subject).slice(0, 80))).toBe(true);
    },
  );

  test.each(named('charset-'))('%s: every character is read', async (name) => {
    const { letter } = await read(name);
    expect(letter.text.trim().length).toBeGreaterThan(0);
    expect(letter.text).not.toContain('\ufffd');
    const isNone = ['charset-y', 'charset-all'].includes(name);
    expect(letter.problems.some(({ code }) => code === 'charset-unknown')).toBe(isNone);
  });

  test.each(
    [
      ...named('flowed-'),
      ...named('qp-patch'),
      ...named('b64-crlf'),
      ...named('latin1-'),
      ...named('signed-'),
      ...named('tnef'),
      'base-commit',
      'inbody-from',
      'rename-only',
      'no-newline-eof',
    ].filter((name) => name !== 'flowed-qp-patch' && !name.startsWith('flowed-7bit')),
  )('%s is a whole patch', async (name) => {
    const { series } = await read(name);
    expect(series.patches[0]?.patchId).toMatch(/^[0-9a-f]{40}$/);
    expect(codesOf(await read(name)).filter((code) => code.startsWith('diff-'))).toEqual([]);
  });

  test.each(named('mixed-attached'))('%s has its patch as a file; a reply sends none', async (name) => {
    const { letter, series } = await read(name);
    expect(letter.attachments.some(({ octets }) => octets.includes('\n@@ -'))).toBe(true);
    expect(series.patches.every(({ from }) => from === 'diffless')).toBe(true);
  });

  test.each(named('cover-with-diff'))('%s is a cover letter and no patch', async (name) => {
    expect((await read(name)).series).toMatchObject({ coverLetter: true, patches: [] });
  });

  test.each(named('re-with-diff'))('%s: the diff is no patch of the series', async (name) => {
    const { series } = await read(name);
    expect(series.patches.every(({ from }) => from === 'diffless')).toBe(true);
  });

  test('a reply with a patch below scissors suggests it; a patch with scissors in its diff is whole', async () => {
    expect((await read('re-scissors-1')).series.patches.every(({ from }) => from === 'diffless')).toBe(true);
    for (const name of ['re-scissors-2', 're-scissors-3'])
      expect((await read(name)).series.patches[0]?.patchId).toMatch(/^[0-9a-f]{40}$/);
  });

  test.each(['from-line-in-body-1', 'from-line-in-body-2', 'gt-from-in-body'])(
    '%s is one letter with the line in it',
    async (name) => {
      const { letter } = await read(name);
      expect(letter.text).toMatch(/^>*From /m);
    },
  );

  test.each(['patch-subject-no-diff-24', 'patch-subject-no-diff-26'])(
    '%s is said to lack its diff',
    async (name) => {
      expect(codesOf(await read(name))).toContain('diff-missing');
    },
  );

  test.each(['patch-subject-no-diff-23', 'patch-subject-no-diff-25'])(
    '%s quotes what it answers: it is a reply',
    async (name) => {
      const { series } = await read(name);
      expect(series).toMatchObject({ replies: 1, patches: [{ patchId: null }] });
    },
  );

  test.each([
    ['counter-16-of-15', { total: 15, patches: [{ index: 16 }] }],
    ['prefix-resend-group', { version: 3, total: 2, resend: true }],
    ['cover-as-reply', { version: 2, coverLetter: true, total: 6 }],
    ['patch-as-reply', { patches: [{ from: 'inline' }] }],
    ['version-0', { version: 0 }],
    ['git-pull', { purpose: 'pull-request', patches: [] }],
    ['charset-ansi_x3.4-1968', { purpose: 'notice' }],
  ])('%s', async (name, expected) => {
    expect((await read(name)).series).toMatchObject(expected);
  });

  test('base-commit, change-id', async () => {
    expect((await read('base-commit')).series.baseCommit).toMatch(/^[0-9a-f]{40}$/);
    expect((await read('change-id')).series.changeId).toMatch(/^20\d{6}-/);
  });

  test.each(['irt-two-ids-1', 'irt-two-ids-2'])('%s answers one id', async (name) => {
    expect((await read(name)).letter.inReplyTo).toMatch(/^[^<>\s@]+@[^<>\s@]+$/);
  });

  test('In-Reply-To and References are kept apart', async () => {
    const { letter } = await read('irt-not-last-ref');
    expect(letter.inReplyTo).not.toBe(letter.references.at(-1));
    expect((await read('refs-only')).letter).toMatchObject({ inReplyTo: null });
    expect((await read('refs-only')).letter.references.length).toBeGreaterThan(0);
  });

  test('the same id with the same content is one letter, and with other content another', async () => {
    const keysOf = async (number: number) => {
      const [one, other] = [await read(`dup-msgid-${number}a`), await read(`dup-msgid-${number}b`)];
      expect(one.letter.messageId).toBe(other.letter.messageId);
      return new Set([one.letter.key, other.letter.key]).size;
    };
    expect([await keysOf(1), await keysOf(2), await keysOf(3)]).toEqual([1, 2, 2]);
  });
});
