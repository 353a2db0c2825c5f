import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerCounts } from '../../src/reply/answers.ts';
import { type CommentContext, composeComment } from '../../src/reply/compose-comment.ts';
import { headline } from '../../src/reply/headline.ts';
import { strangeNumbers } from '../../src/reply/numbers-shown.ts';
import { anyReport } from '../support/random-reports.ts';
import { rendered } from '../support/rendered-markdown.ts';
import { claimOf, modelOf, replayOf, reportOf } from '../support/reports.ts';

const CONTEXT: CommentContext = {
  key: 'pr/123',
  head: '0123456789abcdef0123456789abcdef01234567',
  url: 'https://giveback.example/r/1',
  previous: ['v1: 2 claims: 2 undetermined'],
};

const claims = [
  claimOf({ verdict: 'unexplained', because: 'the model lies inside the margin.' }),
  claimOf({ id: 'c2', quantity: 'TX | RX', settle: { runs: 4, command: 'iperf3', counter: null } }),
];
const report = reportOf({ claims, model: modelOf() });
const { body, digest } = composeComment(report, CONTEXT);

describe('a comment', () => {
  test('reads like this', () =>
    expect(body).toMatchInlineSnapshot(`
      "<!-- giveback:v1 key=pr/123 head=0123456789abcdef0123456789abcdef01234567 digest=7cb97c3018445d8c -->
      ### giveback: 2 claims: 1 unexplained, 1 not judged

      | Claim | Claimed | Change | Replayed (5–95 %) | Answer |
      |---|---|---|---|---|
      | c1 disk read | 112.31 → 112.27 MB/s | −0.04 % |  | unexplained |
      | c2 TX \\| RX | 112.31 → 112.27 MB/s | −0.04 % |  | not judged |

      Checked \`0123456789ab\`. Nothing was run on hardware: the stated numbers were checked and replayed on a model. The giveback path was read from the diff alone (no tree given).

      <details><summary>What the figures and the model show</summary>

      - **c1** the model lies inside the margin.

      </details>

      <details><summary>Not judged</summary>

      - c2: nothing of it is modelled.

      </details>

      <details><summary>What would settle it</summary>

      - What would settle c2: at least 4 runs a side, with their spread; iperf3

      </details>

      <details><summary>The giveback path</summary>

      \`\`\`
      xhci   giveback      hardirq, xhci->lock dropped
             HCD_BH        off
             hazards       none
             read from     the diff alone (no tree given)
      \`\`\`

      </details>

      <details><summary>How to repeat it</summary>

      \`\`\`
      giveback evaluate x.mbox --seed 1
      \`\`\`
      Model \`1\`, seed 1, config \`000000000000\`

      </details>

      <details><summary>Earlier verdicts</summary>

      - v1: 2 claims: 2 undetermined

      </details>

      <sub>Automatic; may contain errors. \`/giveback explain c1\` · \`/giveback dispute c1\` · \`/giveback rerun\` · \`/giveback stop\` · [page](https://giveback.example/r/1) · edited in place, never posted again</sub>
      "
    `));

  test('is found again by its first line', () => {
    expect(body.split('\n')[0]).toBe(
      `<!-- giveback:v1 key=pr/123 head=0123456789abcdef0123456789abcdef01234567 digest=${digest} -->`,
    );
  });

  test('has the same digest at another commit as long as it says the same', () => {
    const silent = { ...CONTEXT, head: null };
    expect(composeComment(report, silent).digest).not.toBe(digest);
    expect(composeComment(structuredClone(report), CONTEXT).digest).toBe(digest);
  });

  test('is one line when all is well', () => {
    const well = composeComment({ ...report, outcome: 'supported' }, CONTEXT).body;
    expect(well.trim().split('\n')).toHaveLength(2);
  });
});

test('a comment shows at most 25 lines before anything is unfolded', () => {
  fc.assert(
    fc.property(anyReport, (anything) => {
      const main = rendered(composeComment(anything, CONTEXT).body);
      const folded = main.querySelectorAll('details *:not(summary)').length;
      const lines = main.querySelectorAll('h3, p, tr, summary, sub, li, pre');
      const visibleLines = [...lines].filter(
        (line) => line.closest('details') === null || line.localName === 'summary',
      );
      expect(folded).toBeGreaterThanOrEqual(0);
      expect(visibleLines.length).toBeLessThanOrEqual(25);
    }),
  );
});

const OUR_CHART = /^https:\/\/giveback\.example\/r\/1\/charts\/c\d{1,9}\.svg$/;
const ALLOWED = 'H3 P TABLE THEAD TBODY TR TH TD DETAILS SUMMARY UL LI STRONG CODE PRE SUB A'.split(' ');

test('the picture of a claim is a link, and only where there is a picture', () => {
  const drawn = claimOf({ replay: replayOf(), verdict: 'undetermined' });
  const text = composeComment(
    reportOf({ claims: [drawn, claimOf({ id: 'c2' })], outcome: 'undetermined' }),
    CONTEXT,
  ).body;
  expect(text).toContain('| [c1](https://giveback.example/r/1/charts/c1.svg) ');
  expect(text).toContain('| c2 ');
  expect(composeComment(reportOf({ claims: [drawn] }), { ...CONTEXT, url: null }).body).not.toContain(
    'charts',
  );
});

test('whatever the report says, a comment has our elements and links to our page only', () => {
  fc.assert(
    fc.property(anyReport, (anything) => {
      const main = rendered(composeComment(anything, CONTEXT).body);
      const elements = [...main.querySelectorAll('*')];
      expect(elements.map(({ tagName }) => tagName).filter((name) => !ALLOWED.includes(name))).toEqual([]);
      const links = [...main.querySelectorAll('a')].map((link) => link.getAttribute('href'));
      expect(links.filter((href) => href !== CONTEXT.url && !OUR_CHART.test(href ?? ''))).toEqual([]);
      expect(main.querySelectorAll('details > summary').length).toBe(main.querySelectorAll('details').length);
    }),
    { numRuns: 300 },
  );
});

test('a comment holds one marker, and no command of anybody else', () => {
  fc.assert(
    fc.property(anyReport, (anything) => {
      const { body: any } = composeComment(anything, CONTEXT);
      expect(any.match(/<!-- giveback:v1/g)).toHaveLength(1);
      expect(any).not.toMatch(/^\/[a-z]/m);
    }),
    { numRuns: 300 },
  );
});

test('a comment mentions nobody; in code a name is no mention', () => {
  fc.assert(
    fc.property(anyReport, (anything) => {
      const reproduce = { ...anything.reproduce, command: 'giveback evaluate x.mbox' };
      const series = { ...anything.series, baseCommit: null };
      const { body: any } = composeComment({ ...anything, series, reproduce, model: null }, CONTEXT);
      expect(any).not.toMatch(/@\w/);
    }),
    { numRuns: 300 },
  );
});

test('the table of a comment counts what its headline counts', () => {
  fc.assert(
    fc.property(anyReport, (anything) => {
      fc.pre(anything.outcome !== 'supported' && anything.outcome !== 'nothing-to-evaluate');
      const main = rendered(composeComment(anything, CONTEXT).body);
      const cells = [...main.querySelectorAll('tbody tr td:last-child')].map(
        ({ textContent }) => textContent ?? '',
      );
      for (const { words, count } of answerCounts(anything.claims)) {
        const inRows = cells.filter((cell) => cell === words).length;
        const inRest = cells
          .flatMap((cell) => new RegExp(`(\\d+) ${words}`).exec(cell)?.[1] ?? [])
          .map(Number);
        expect(inRows + (inRest[0] ?? 0)).toBe(count);
      }
      expect(main.querySelector('h3')?.textContent).toBe(`giveback: ${headline(anything)}`);
    }),
    { numRuns: 300 },
  );
});

test('every number of a comment is one of the report', () => {
  fc.assert(
    fc.property(anyReport, (anything) => {
      const main = rendered(composeComment(anything, { ...CONTEXT, previous: [] }).body);
      const hashes = [CONTEXT.head ?? '', anything.reproduce.configSha256].map((hash) => hash.slice(0, 12));
      const text = hashes.reduce((shown, hash) => shown.replaceAll(hash, ''), main.textContent ?? '');
      expect(strangeNumbers(text, anything, [5, 95])).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('a comment stays below the size that GitHub takes', () => {
  const long = Array.from({ length: 400 }, (_, index) =>
    claimOf({
      id: `c${index + 1}`,
      verdict: 'undetermined',
      because: `${index} ${'日本語 <b> @x '.repeat(80)}`,
    }),
  );
  const { body: huge } = composeComment(reportOf({ claims: long }), CONTEXT);
  expect(Buffer.byteLength(huge)).toBeLessThan(60_000);
  expect(huge).toContain('- More is in the full report.');
});
