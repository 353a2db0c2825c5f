import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectSeries, currentSeries } from '../../src/series/collect-series.ts';
import type { Series } from '../../src/series/series.ts';
import { seriesLimits } from '../ingest/settings.ts';
import { ADA, BEN, diffOf, lettersOf, type Posted, seriesOf } from '../series/letters.ts';

/** A patch as Ada sends it, in reply to what `answers` names. */
function patch(id: string, subject: string, minute: number, answers: readonly string[] = []): Posted {
  return { id, subject: `${subject} usb: ${id}`, minute, answers, text: `Why.\n---\n${diffOf(id)}` };
}

const cover = (id: string, subject: string, minute = 0, answers: readonly string[] = []): Posted => ({
  id,
  subject: `${subject} usb: things`,
  minute,
  answers,
  text: 'About it.',
});

const V1 = [
  cover('c', '[PATCH 0/2]'),
  patch('p1', '[PATCH 1/2]', 1, ['c']),
  patch('p2', '[PATCH 2/2]', 2, ['c']),
];

/** The ids of the patches of each series. */
const idsOf = (all: readonly Series[]) => all.map(({ patches }) => patches.map(({ messageId }) => messageId));
const shapeOf = (all: readonly Series[]) =>
  all.map((one) => `v${one.version} ${one.patches.length}/${one.total}${one.coverLetter ? ' cover' : ''}`);

test('11: an extra patch is kept and said', async () => {
  const extra = [patch('p3', '[PATCH 3/2]', 3, ['c']), patch('half', '[PATCH 0.5/2]', 4, ['c'])];
  const [series, ...more] = await seriesOf([...V1, ...extra]);
  expect(more).toEqual([]);
  expect(series?.patches.map(({ index }) => index)).toEqual([0.5, 1, 2, 3]);
  expect(series?.problems.map(({ code }) => code)).toEqual(['patch-extra', 'patch-extra']);
});

describe('16: a reply that lost its Re:', () => {
  test('is a reply, and its trailers count', async () => {
    const text = `On Tue, Ada wrote:\n> Why.\n\nReviewed-by: ${BEN}\n`;
    const reply = {
      id: 'r',
      subject: '[PATCH 1/2] usb: p1',
      from: BEN,
      minute: 9,
      answers: ['c', 'p1'],
      text,
    };
    const [series, ...more] = await seriesOf([...V1, reply]);
    expect(more).toEqual([]);
    expect(series).toMatchObject({ replies: 1, trailers: [{ key: 'Reviewed-by', messageId: 'r' }] });
  });
});

test('17: a diff in a reply is a suggestion and no patch of the series', async () => {
  const text = `> Why.\n\nRather so:\n\n${diffOf('better')}`;
  const reply = {
    id: 'r',
    subject: 'Re: [PATCH 1/2] usb: p1',
    from: BEN,
    minute: 9,
    answers: ['c', 'p1'],
    text,
  };
  const all = await seriesOf([...V1, reply]);
  expect(idsOf(all)).toEqual([['p1', 'p2']]);
  expect(all[0]?.replies).toBe(1);
});

test('18: a reply under the very subject, without a diff, is no patch', async () => {
  const reply = {
    id: 'r',
    subject: '[PATCH 1/2] usb: p1',
    from: BEN,
    minute: 9,
    answers: ['c', 'p1'],
    text: 'Fine.\n',
  };
  const all = await seriesOf([...V1, reply]);
  expect(idsOf(all)).toEqual([['p1', 'p2']]);
  expect(all[0]?.replies).toBe(1);
});

test('19: a patch without a diff is said to lack it', async () => {
  const [series] = await seriesOf([{ id: 'p', subject: '[PATCH] usb: x', text: 'Sorry.\n' }]);
  expect(series).toMatchObject({ patches: [{ from: 'diffless' }], problems: [{ code: 'diff-missing' }] });
});

test('20: a diff without a tag is a patch of its own, beside the series it answers', async () => {
  const aside = { ...patch('x', '', 9, ['c', 'p1']), subject: 'usb: something else' };
  const all = await seriesOf([...V1, aside]);
  expect(idsOf(all)).toEqual([['p1', 'p2'], ['x']]);
});

test('21: a diff in a cover letter is no patch', async () => {
  const withDiff = { ...cover('c', '[PATCH 0/2]'), text: `All of it:\n\n${diffOf('all')}` };
  const [series, ...more] = await seriesOf([withDiff, ...V1.slice(1)]);
  expect(more).toEqual([]);
  expect(series).toMatchObject({ coverLetter: true, complete: true });
  expect(idsOf([...(series ? [series] : [])])).toEqual([['p1', 'p2']]);
});

describe('22: a cover letter without a counter', () => {
  const one = { ...patch('p', '[PATCH]', 5, ['c']) };

  test("is its own author's first mail of the thread", async () => {
    const [series] = await seriesOf([cover('c', '[PATCH]'), one]);
    expect(series).toMatchObject({ coverLetter: true, subject: 'usb: things' });
  });

  test("is not another person's report of a bug", async () => {
    const report = { id: 'c', subject: 'usb: it hangs', from: BEN, text: 'Help.' };
    const current = currentSeries(await seriesOf([report, one]));
    expect(current).toMatchObject({ coverLetter: false, subject: 'usb: p' });
  });
});

test('23: a version that the cover letter alone says is that of its patches', async () => {
  expect(shapeOf(await seriesOf([cover('c', '[PATCH v3 0/2]'), ...V1.slice(1)]))).toEqual(['v3 2/2 cover']);
});

test("24: the patches' total counts, and the difference is said", async () => {
  const patches = [1, 2, 3].map((at) => patch(`p${at}`, `[PATCH ${at}/3]`, at, ['c']));
  const [series] = await seriesOf([cover('c', '[PATCH 0/2]'), ...patches]);
  expect(series).toMatchObject({
    total: 3,
    complete: true,
    problems: [{ code: 'total-disagrees', stated: 2 }],
  });
});

test('25: a cover letter 0/1 and one patch without a counter are a series', async () => {
  const all = await seriesOf([cover('c', '[PATCH 0/1]'), patch('p', '[PATCH]', 1, ['c'])]);
  expect(shapeOf(all)).toEqual(['v1 1/1 cover']);
  expect(all[0]?.patches[0]?.index).toBe(1);
});

test('26: without a cover letter the first patch names the series', async () => {
  const [series] = await seriesOf([V1[2] as Posted, { ...(V1[1] as Posted), answers: [] }]);
  expect(series?.subject).toBe('usb: p1');
});

describe('27: patches that answer nothing', () => {
  const alone = (id: string, subject: string, minute: number, from = ADA) => ({
    ...patch(id, subject, minute),
    from,
  });

  test('are a series when their sender, total and time say so', async () => {
    expect(idsOf(await seriesOf([alone('a', '[PATCH 1/2]', 0), alone('b', '[PATCH 2/2]', 1)]))).toEqual([
      ['a', 'b'],
    ]);
  });

  test.each([
    ['another total', '[PATCH 2/3]', 1, ADA],
    ['another tag', '[PATCH net-next 2/2]', 1, ADA],
    ['another version', '[PATCH v2 2/2]', 1, ADA],
    ['another sender', '[PATCH 2/2]', 1, BEN],
    ['half an hour between', '[PATCH 2/2]', 31, ADA],
  ])('are two for %s', async (_, subject, minute, from) => {
    expect(await seriesOf([alone('a', '[PATCH 1/2]', 0), alone('b', subject, minute, from)])).toHaveLength(2);
  });

  test('two series of one author, sent in one go, are not mixed', async () => {
    const other = [alone('x', '[PATCH 1/2]', 2), alone('y', '[PATCH 2/2]', 3)];
    const all = await seriesOf([alone('a', '[PATCH 1/2]', 0), alone('b', '[PATCH 2/2]', 1), ...other]);
    expect(idsOf(all)).toEqual([
      ['a', 'b'],
      ['x', 'y'],
    ]);
  });
});

describe('28: a version sent in reply to the one before is a series of its own', () => {
  test.each([
    ['the cover letter', ['c']],
    ['a patch', ['c', 'p2']],
    ['a deep reply', ['c', 'p2', 'r1', 'r2']],
  ])('in reply to %s', async (_, answers) => {
    const v2 = [
      cover('n', '[PATCH v2 0/2]', 20, answers),
      patch('n1', '[PATCH v2 1/2]', 21, [...answers, 'n']),
      patch('n2', '[PATCH v2 2/2]', 22, [...answers, 'n']),
    ];
    const replies = ['r1', 'r2'].map((id, at) => ({
      id,
      subject: 'Re: [PATCH 2/2] usb: p2',
      from: BEN,
      minute: 10 + at,
      answers: at === 0 ? ['c', 'p2'] : ['c', 'p2', 'r1'],
      text: 'Hm.',
    }));
    const all = await seriesOf([...V1, ...replies, ...v2]);
    expect(shapeOf(all)).toEqual(['v1 2/2 cover', 'v2 2/2 cover']);
    expect(currentSeries(all)?.version).toBe(2);
  });

  test('one patch in reply to one patch', async () => {
    const all = await seriesOf([
      patch('a', '[PATCH]', 0),
      { ...patch('b', '[PATCH v2]', 9, ['a']), subject: '[PATCH v2] usb: a' },
    ]);
    expect(idsOf(all)).toEqual([['a'], ['b']]);
  });
});

describe('29: a reroll without a version is another series', () => {
  test.each([
    ['in reply', ['c']],
    ['in a thread of its own', []],
  ])('%s', async (_, answers) => {
    const again = [
      { ...cover('n', '[PATCH 0/2]', 20, answers), text: 'Again.' },
      { ...patch('n1', '[PATCH 1/2]', 21, [...answers, 'n']), subject: '[PATCH 1/2] usb: p1' },
      { ...patch('n2', '[PATCH 2/2]', 22, [...answers, 'n']), subject: '[PATCH 2/2] usb: p2' },
    ];
    expect(idsOf(await seriesOf([...V1, ...again]))).toEqual([
      ['p1', 'p2'],
      ['n1', 'n2'],
    ]);
  });

  test('without cover letters, in reply', async () => {
    const first = V1.slice(1).map((mail, at) => ({ ...mail, answers: at === 0 ? [] : ['p1'] }));
    const again = [patch('n1', '[PATCH 1/2]', 20, ['p1']), patch('n2', '[PATCH 2/2]', 21, ['p1', 'n1'])];
    expect(idsOf(await seriesOf([...first, ...again]))).toEqual([
      ['p1', 'p2'],
      ['n1', 'n2'],
    ]);
  });
});

test("30: a resend in its own version's thread keeps its patches and its cover letter together", async () => {
  const resent = [
    cover('rc', '[PATCH RESEND v2 0/2]', 40, ['vc']),
    patch('r1', '[PATCH RESEND v2 1/2]', 41, ['vc', 'rc']),
    patch('r2', '[PATCH RESEND v2 2/2]', 42, ['vc', 'rc']),
  ];
  const v2 = [
    cover('vc', '[PATCH v2 0/2]', 10),
    patch('v1', '[PATCH v2 1/2]', 11, ['vc']),
    patch('v2', '[PATCH v2 2/2]', 12, ['vc']),
  ];
  const all = await seriesOf([...v2, ...resent]);
  expect(all.map(({ resend, letters }) => [resend, letters.map(({ messageId }) => messageId)])).toEqual([
    [false, ['vc', 'v1', 'v2']],
    [true, ['rc', 'r1', 'r2']],
  ]);
});

test('31: another series sent in reply to a series is another series', async () => {
  const other = [1, 2, 3].map((at) => ({ ...patch(`o${at}`, `[PATCH ${at}/3]`, 20 + at, ['c', 'o']) }));
  const all = await seriesOf([
    ...V1,
    { ...cover('o', '[PATCH 0/3]', 20, ['c']), subject: '[PATCH 0/3] net: others' },
    ...other,
  ]);
  expect(idsOf(all)).toEqual([
    ['p1', 'p2'],
    ['o1', 'o2', 'o3'],
  ]);
  expect(currentSeries(all)?.subject).toBe('usb: things');
});

test('32: a version of one patch alone is filled up with the one before, and says so', async () => {
  const again = { ...patch('n2', '[PATCH v2 2/2]', 20, ['c', 'p2']), subject: '[PATCH v2 2/2] usb: p2' };
  const current = currentSeries(await seriesOf([...V1, again]));
  expect(current).toMatchObject({
    version: 2,
    complete: true,
    problems: [{ code: 'reroll-partial', kept: 1 }],
  });
  expect(idsOf(current ? [current] : [])).toEqual([['p1', 'n2']]);
});

test('33: mails in any order make the same series', async () => {
  const v2 = [
    cover('n', '[PATCH v2 0/2]', 20, ['c']),
    patch('n1', '[PATCH v2 1/2]', 21, ['c', 'n']),
    patch('n2', '[PATCH v2 2/2]', 22, ['c', 'n']),
  ];
  const reply = {
    id: 'r',
    subject: 'Re: [PATCH 2/2] usb: p2',
    from: BEN,
    minute: 10,
    answers: ['c', 'p2'],
    text: `Acked-by: ${BEN}`,
  };
  const letters = await lettersOf([...V1, reply, ...v2]);
  const said = (all: readonly Series[]) =>
    all.map(({ version, letters, trailers }) => [version, letters.map(({ key }) => key), trailers]);
  const expected = said(collectSeries(letters, seriesLimits));
  fc.assert(
    fc.property(fc.shuffledSubarray([...letters], { minLength: letters.length }), (shuffled) => {
      const found = said(collectSeries(shuffled, seriesLimits));
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
  );
});

describe('34: a series that was sent in two goes', () => {
  const rest = [patch('p3', '[PATCH 3/4]', 9), patch('p4', '[PATCH 4/4]', 9, ['p3'])];
  const start = [
    cover('c', '[PATCH 0/4]'),
    patch('p1', '[PATCH 1/4]', 1, ['c']),
    patch('p2', '[PATCH 2/4]', 2, ['c']),
  ];

  test('is one where its numbers complement each other', async () => {
    const all = await seriesOf([...start, ...rest]);
    expect(shapeOf(all)).toEqual(['v1 4/4 cover']);
  });

  test('is incomplete without the rest', async () => {
    expect((await seriesOf(start))[0]).toMatchObject({ complete: false, missing: [3, 4] });
  });
});

test('35: versions are in the order of their numbers, whatever the dates say', async () => {
  const single = (id: string, subject: string, minute: number) => ({
    ...patch(id, subject, minute),
    subject: `${subject} usb: x`,
  });
  const all = await seriesOf([
    single('a', '[PATCH]', 0),
    single('d', '[PATCH v4]', 30),
    single('b', '[PATCH v3]', 40),
  ]);
  expect(all[0]?.versions.map(({ version }) => version)).toEqual([1, 3, 4]);
  expect(currentSeries(all)?.version).toBe(4);
});

describe('36: what a series says of others', () => {
  const said = (text: string) =>
    seriesOf([{ ...cover('c', '[PATCH 0/1]'), text }, patch('p', '[PATCH 1/1]', 1, ['c'])]);

  test("a prerequisite's change-id is not its own", async () => {
    const [series] = await said(
      'About it.\n\nprerequisite-change-id: 20230101-other-1234:v2\nprerequisite-patch-id: abc\n',
    );
    expect(series?.changeId).toBeNull();
    const [own] = await said(
      'About it.\n\nchange-id: 20230101-mine-1234\nprerequisite-change-id: 20230101-other-1234:v2\n',
    );
    expect(own?.changeId).toBe('20230101-mine-1234');
  });

  test('prerequisites are kept as they are written', async () => {
    const [series] = await said(
      'About it.\n\nDepends-on: <dep@example.org>\nBased-on: <base@example.org>\n---\nprerequisite-change-id: 20230101-other-1234:v2\nprerequisite-message-id: <pre@example.org>\nprerequisite-patch-id: 0123456789abcdef0123456789abcdef01234567\n',
    );
    expect(series?.prerequisites).toEqual([
      { key: 'Depends-on', value: '<dep@example.org>' },
      { key: 'Based-on', value: '<base@example.org>' },
      { key: 'prerequisite-change-id', value: '20230101-other-1234:v2' },
      { key: 'prerequisite-message-id', value: '<pre@example.org>' },
      { key: 'prerequisite-patch-id', value: '0123456789abcdef0123456789abcdef01234567' },
    ]);
  });

  const again = { ...patch('n', '[PATCH v2]', 20), subject: '[PATCH v2] usb: all new words' };

  test.each(['Supersedes: <p@example.org>', 'Obsoletes: <p@example.org>'])(
    '"%s" makes it a version of that',
    async (line) => {
      const first = { ...patch('p@example.org', '[PATCH]', 0), subject: '[PATCH] usb: words' };
      const all = await seriesOf([first, { ...again, text: `Why.\n\n${line}\n---\n${diffOf('other')}` }]);
      expect(all[0]?.versions.map(({ version }) => version)).toEqual([1, 2]);
      expect(currentSeries(all)?.version).toBe(2);
    },
  );

  test('its author may say so in a later reply, and nobody else', async () => {
    const first = { ...patch('p@example.org', '[PATCH]', 0), subject: '[PATCH] usb: words' };
    const reply = (from: string) => ({
      id: 'r',
      subject: 'Re: [PATCH v2] usb: all new words',
      from,
      minute: 30,
      answers: ['n'],
      text: 'Supersedes: <p@example.org>\n',
    });
    const versions = async (from: string) =>
      (await seriesOf([first, { ...again, text: diffOf('other') }, reply(from)]))[0]?.versions.map(
        ({ version }) => version,
      );
    expect(await versions(ADA)).toEqual([1, 2]);
    expect(await versions(BEN)).toEqual([1]);
  });
});

describe('37: a reworded title', () => {
  const posted = (id: string, subject: string, from: string, more = '') => ({
    ...patch(id, '', 0),
    subject,
    from,
    text: `Why.\n---\n${more}\n${diffOf(id)}`,
  });

  test('is the same work by its change-id', async () => {
    const id = 'change-id: 20230101-mine-1234\n';
    const all = await seriesOf([
      posted('a', '[PATCH] usb: one', ADA, id),
      posted('b', '[PATCH v2] usb: wholly other', ADA, id),
    ]);
    expect(all[0]?.versions.map(({ version }) => version)).toEqual([1, 2]);
  });

  test('that is merely like another says nothing', async () => {
    const all = await seriesOf([
      posted('a', '[PATCH] usb: fix a leak', ADA),
      posted('b', '[PATCH v2] usb: fix the leak', ADA),
    ]);
    expect(all[0]?.versions.map(({ version }) => version)).toEqual([1]);
  });
});

test('38: a pull request is kept, with its diff left alone', async () => {
  const text = `The following changes since commit ${'a'.repeat(40)}:\n\n  Linux 5.1\n\nare available in the Git repository at:\n\n  git+ssh://git.example.org/usb.git\n tags/usb-5.2\n\n${diffOf('pulled')}`;
  const [series] = await seriesOf([{ id: 'g', subject: '[GIT PULL] USB for 5.2', text }]);
  expect(series).toMatchObject({ purpose: 'pull-request', submission: false, patches: [], replies: 1 });
});

test('39: a copy for a stable kernel is read and marked', async () => {
  const [series] = await seriesOf([patch('s', '[PATCH AUTOSEL 5.0 24/34]', 0)]);
  expect(series).toMatchObject({ purpose: 'stable-copy', submission: false, patches: [{ index: 24 }] });
});
