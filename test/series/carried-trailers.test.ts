import { expect, test } from 'vitest';
import { currentSeries } from '../../src/series/collect-series.ts';
import { ADA, BEN, diffOf, type Posted, seriesOf } from './letters.ts';

const CYD = 'Cyd Example <cyd@example.org>';

function patch(version: number, index: number, name: string): Posted {
  const counter = `[PATCH v${version} ${index}/2]`;
  return {
    id: `v${version}p${index}`,
    subject: `${counter} usb: number ${index}`,
    minute: version * 10 + index,
    answers: version === 1 && index === 1 ? [] : ['v1p1'],
    text: `Why.\n\nSigned-off-by: ${ADA}\n---\n${diffOf(name)}`,
  };
}

function review(of: Posted, from: string, trailer: string): Posted {
  const id = `${of.id}-${trailer}-${from.slice(0, 3)}`;
  return {
    id,
    subject: `Re: ${of.subject}`,
    from,
    minute: 15,
    answers: ['v1p1', of.id],
    text: `${trailer}: ${from}\n`,
  };
}

const before = [patch(1, 1, 'one'), patch(1, 2, 'two')] as const;
const reviews = [
  review(before[0], BEN, 'Reviewed-by'),
  review(before[1], BEN, 'Reviewed-by'),
  review(before[1], CYD, 'Acked-by'),
];

async function saidOfLast(rerolled: readonly Posted[]): Promise<readonly (string | null)[]> {
  const current = currentSeries(await seriesOf([...before, ...reviews, ...rerolled]));
  expect(current?.version).toBe(2);
  return (
    current?.trailers.filter(({ key }) => key !== 'Signed-off-by').map(({ messageId }) => messageId) ?? []
  );
}

test('who vouched for a patch vouches for it in the version that left it alone', async () => {
  const said = await saidOfLast([patch(2, 1, 'one again'), patch(2, 2, 'two')]);
  expect(said).toEqual(['v1p2-Reviewed-by-Ben', 'v1p2-Acked-by-Cyd']);
});

test('a patch that differs in white space alone is another patch', async () => {
  const indented = { ...patch(2, 2, 'two'), text: patch(2, 2, 'two').text?.replace('+new', '+\tnew') ?? '' };
  expect(await saidOfLast([patch(2, 1, 'one again'), indented])).toEqual([]);
});

test('the same diff of another author carries nothing', async () => {
  const foreign = [patch(2, 1, 'one'), patch(2, 2, 'two')].map((mail) => ({
    ...mail,
    from: CYD,
    text: mail.text?.replace(`Signed-off-by: ${ADA}\n`, '') ?? '',
  }));
  const all = await seriesOf([...before, ...reviews, ...foreign]);
  expect(all.find(({ version }) => version === 2)?.trailers).toEqual([]);
});
