import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Letter } from '../../src/ingest/letter.ts';
import { collectSeries, currentSeries } from '../../src/series/collect-series.ts';
import { readPatch } from '../../src/series/read-patch.ts';
import type { Patch, Series } from '../../src/series/series.ts';
import { messageTrailers } from '../../src/series/trailers.ts';
import { readDocument, readOne, seriesLimits } from '../ingest/settings.ts';
import { shared, sharedExists } from '../support/shared.ts';

const SAMPLES = 'corpus/mail/b4/src/tests/samples';
const sample = (name: string) => shared(`${SAMPLES}/${name}`);
const expectedOf = (name: string) => readFileSync(sample(name), 'utf8');
const names = sharedExists ? readdirSync(sample('')) : [];

const optionOf = (reference: string) => reference.split('-ref-')[1]?.replace('.txt', '') ?? '';

/** b4 signs off as its test user where it applies a patch itself. */
const isOfB4 = (line: string) => line.includes('Test Override') || line.includes('test-override');

async function currentOf(name: string): Promise<{ letters: readonly Letter[]; series: Series }> {
  const letters = (await readDocument(readFileSync(sample(name)))).value;
  const series = currentSeries(collectSeries(letters, seriesLimits));
  if (series === null) throw new Error(`${name} holds no series`);
  return { letters, series };
}

const written = (trailers: readonly { key: string; value: string }[]) =>
  trailers.map(({ key, value }) => `${key}: ${value}`);

/** What replies say of one patch, and of the whole series. */
function saidOf({ answers, letters }: Series, patch: Patch): readonly string[] {
  const about = (id: string | null) =>
    answers.filter((answer) => answer.about === id).flatMap(({ given }) => given);
  return written([...about(patch.messageId), ...about(letters[0]?.messageId ?? null)]);
}

interface Commit {
  readonly author: string;
  readonly subject: string;
  readonly body: string;
}

/** The commits that b4 made, as `git log` prints them, the oldest first; its own lines left out. */
function commitsIn(verify: string): readonly Commit[] {
  const commits = expectedOf(verify)
    .split('\n---\n')
    .filter((text) => text.trim() !== '');
  return commits.toReversed().map((text) => {
    const [author = '', ...more] = text
      .trimStart()
      .split('\n')
      .filter((line) => !isOfB4(line));
    const [subject = '', ...body] = more;
    return { author, subject, body: body.join('\n').trim() };
  });
}

describe.skipIf(!sharedExists)('commits that b4 makes of a thread', () => {
  test.each([
    ['shazam-git1-just-series-defaults.verify', 'shazam-git1-just-series.mbox'],
    ['shazam-git1-just-series-addlink.verify', 'shazam-git1-just-series.mbox'],
    ['shazam-git1-just-series-addlink.verify', 'shazam-git1-with-link.mbox'],
    ['shazam-git1-just-series-merged.verify', 'shazam-git1-just-series.mbox'],
    ['trailers-thread-with-followups.verify', 'trailers-thread-with-followups.mbox'],
    ['trailers-thread-with-cover-followup.verify', 'trailers-thread-with-cover-followup.mbox'],
  ])('%s: authors, titles, messages and trailers of %s', async (verify, input) => {
    const { series } = await currentOf(input);
    const commits = commitsIn(verify).filter(({ author }) => !author.startsWith('Merge patch series'));
    expect(series).toMatchObject({ complete: true, coverLetter: true, problems: [] });
    expect(commits).toHaveLength(series.patches.length);
    for (const [at, { author, subject, body }] of commits.entries()) {
      const patch = series.patches[at];
      if (patch === undefined) throw new Error('a commit for each patch');
      const link = `Link: https://patch.msgid.link/${patch.messageId}`;
      const own = patch.message.split('\n').includes(link) || !body.includes(link) ? [] : [link];
      expect({ author: series.author?.address, subject: patch.subject }).toEqual({ author, subject });
      expect([patch.message, ...saidOf(series, patch), ...own].join('\n').trim()).toBe(body);
    }
  });

  test('the merge has the title and the words of the cover letter', async () => {
    const { letters, series } = await currentOf('shazam-git1-just-series.mbox');
    const text = expectedOf('shazam-git1-just-series-merged.verify');
    expect(text).toContain(`Merge patch series "${series.subject}"`);
    expect(text).toContain(`${series.author?.name} <${series.author?.address}> says:`);
    expect(text).toContain(`Link: https://patch.msgid.link/${series.letters[0]?.messageId}`);
    expect(text).toContain(letters[0]?.text.split('\n')[0]);
  });

  test("what git's own commit says below three dashes is no matter of the thread", async () => {
    const { series } = await currentOf('trailers-thread-with-followups.mbox');
    const [verify, plain] = ['-and-tripledash', ''].map((kind) =>
      commitsIn(`trailers-thread-with-followups${kind}.verify`),
    );
    const given = series.answers.flatMap((answer) => written(answer.given));
    expect(given).toHaveLength(1);
    const withIt = (commits: readonly Commit[] | undefined) =>
      commits?.filter(({ body }) => body.includes(given[0] ?? '')).map(({ subject }) => subject);
    expect(withIt(verify)).toEqual(withIt(plain));
    expect(withIt(plain)).toEqual([series.patches[3]?.subject]);
  });

  test('a commit that is none of the patches gets no trailer', async () => {
    const { series } = await currentOf('trailers-thread-with-followups.mbox');
    for (const [at, { body }] of commitsIn('trailers-thread-with-followups-no-match.verify').entries())
      expect(body).toBe(series.patches[at]?.message);
  });
});

describe.skipIf(!sharedExists)('mails that b4 writes for git am', () => {
  const references = names.filter((name) => /-ref-[a-z-]+\.txt$/.test(name));

  test('there is one for each of its options', () => {
    expect(new Set(references.map((name) => optionOf(name)))).toEqual(
      new Set([
        'addlink',
        'addmsgid',
        'addmysob',
        'copyccs',
        'defaults',
        'noadd',
        'ordered',
        'sloppy',
        'unordered',
        'with-ignored',
      ]),
    );
  });

  test.each(references)('%s', async (reference) => {
    const option = optionOf(reference);
    const input = `${reference.split('-ref-')[0]}.mbox`;
    const { letters, series } = await currentOf(names.includes(input) ? input : reference);
    const theirs = new Set(
      written((await currentOf(reference)).series.trailers).filter((line) => !isOfB4(line)),
    );
    const own = series.patches.flatMap(({ message }) =>
      written(messageTrailers(message, null, seriesLimits)),
    );
    const ours = new Set(option === 'noadd' ? own : written(series.trailers));
    const more = [...theirs].filter((line) => !ours.has(line));
    const less = [...ours].filter((line) => !theirs.has(line) && !isOfB4(line));
    expect(less.length).toBe(option === 'with-ignored' ? 1 : 0);
    expect(more.every((line) => isOfOption(line, { option, letters, series }))).toBe(true);
    expect(more.length > 0).toBe(
      ['addlink', 'copyccs', 'ordered', 'sloppy', 'unordered', 'with-ignored'].includes(option),
    );
  });

  /** What b4 adds on request: links to the mails, everybody it was sent to, and what a reply said for somebody else. */
  function isOfOption(
    line: string,
    { option, letters, series }: { option: string; letters: readonly Letter[]; series: Series },
  ): boolean {
    const value = line.slice(line.indexOf(': ') + 2);
    if (option === 'addlink')
      return series.patches.some(({ messageId }) => line === `Link: https://patch.msgid.link/${messageId}`);
    if (option === 'sloppy')
      return series.answers.some(({ refused }) => refused.some(({ text }) => text === line));
    const people = letters.flatMap(({ to, cc }) => [...to, ...cc]);
    return line.startsWith('Cc: ') && people.some(({ address }) => value.includes(`<${address}>`));
  }

  test('--add-message-id names the mail of the patch', async () => {
    const { series } = await currentOf('trailers-followup-single.mbox');
    const ids = /^Message-ID: <(.*)>$/m.exec(
      expectedOf('trailers-followup-single-ref-addmsgid.txt').split('\n\n').slice(1).join('\n\n'),
    );
    expect(ids?.[1]).toBe(series.patches[0]?.messageId);
  });
});

describe.skipIf(!sharedExists)('single samples of b4', () => {
  test('names in any form are read, and trailers with notes and wrapped ones', async () => {
    const trailersIn = async (name: string) => written((await currentOf(name)).series.trailers);
    expect(await trailersIn('trailers-test-simple.txt')).toEqual([
      'Reported-by: "Doe, Jane" <jane@example.com>',
      'Reviewed-by: Bogus Bupkes <bogus@example.com>',
      'Fixes: abcdef01234567890',
      'Link: https://msgid.link/some@msgid.here',
    ]);
    expect(await trailersIn('trailers-test-extinfo.txt')).toEqual([
      'Reported-by: Some, One <somewhere@example.com>',
      'Reviewed-by: Bogus Bupkes <bogus@example.com>',
      'Fixes: abcdef01234567890',
      'Tested-by: Some Person <bogus2@example.com>',
      'Link: https://msgid.link/some@msgid.here  # initial submission',
      'Signed-off-by: Wrapped Persontrailer <broken@example.com>',
    ]);
  });

  test('encoded headers and a raw body are what they spell', async () => {
    expect(await readOne(readFileSync(sample('sevenbitify-1.verify')))).toMatchObject({
      from: { name: 'Unicode Nâme', address: 'unicode-name@example.com' },
      to: [{ name: 'Ascii Name' }, { name: 'Unicôde Firstname' }, { name: 'Unicode Lâstname' }],
      subject: 'Subject with unicôde that is randomly interspérsed thrôughout the wrapped subject',
      text: 'Unicôde Côntent in the body.\n',
    });
  });

  test('the patches of a thread apply one after the other to the tree of its base-commit', async () => {
    const { letters, series } = await currentOf('shazam-git1-just-series.mbox');
    const folder = mkdtempSync(join(tmpdir(), 'b4-samples-'));
    const env = {
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_ALLOW_PROTOCOL: 'file',
    };
    const git = (args: readonly string[], input?: Buffer) =>
      execFileSync('git', args, { cwd: folder, env, input, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
    try {
      git(['clone', '-q', '--bare', sample('gitdir.bundle'), '.']);
      expect(git(['rev-parse', 'master']).trim()).toBe(series.baseCommit);
      git(['read-tree', 'master']);
      for (const { messageId } of series.patches) {
        const letter = letters.find((one) => one.messageId === messageId);
        const octets = letter === undefined ? null : readPatch(letter).wholeOctets;
        git(['apply', '--cached'], Buffer.from(octets ?? '', 'latin1'));
      }
      const changed = git(['diff', '--cached', '--name-only', 'master']).trim().split('\n');
      expect(new Set(changed)).toEqual(
        new Set(series.patches.flatMap(({ files }) => files.map(({ path }) => path))),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
