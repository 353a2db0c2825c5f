/** A letter that is as large, as deep or as repetitive as somebody could make it. */
export interface HeavyLetter {
  readonly name: string;
  readonly text: string;
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Letters that a list would hardly let through, each of the kind that one reader or another dwells on. */
export const HEAVY_LETTERS: readonly HeavyLetter[] = [
  {
    name: 'a table of 20,000 rows and 40 columns',
    text: `| case | before | after |\n${lines(20_000, (at) => `| r${at} ${'| 1.5 MB/s '.repeat(40)}|`)}`,
  },
  {
    name: '20,000 aligned rows',
    text: `size    before      after\n${lines(20_000, (at) => `${at}k     ${at}.5 MB/s   ${at}.9 MB/s`)}`,
  },
  {
    name: '300 aligned tables',
    text: lines(
      300,
      (at) => `size    before      after\n${at}k     1.5 MB/s   ${at}.9 MB/s\n${at}M     2 MB/s   3 MB/s\n`,
    ),
  },
  { name: '100,000 numbers, one a line', text: lines(100_000, (at) => `${at}.5 MB/s`) },
  { name: 'a line of 200,000 numbers', text: lines(200_000, (at) => `${at} ms`).replaceAll('\n', ' ') },
  {
    name: '20,000 quotes, ever deeper',
    text: lines(20_000, (at) => `${'>'.repeat(at % 500)} from ${at} MB/s to 6 MB/s`),
  },
  { name: '10,000 percent signs', text: 'It is faster by 5% with this patch, '.repeat(10_000) },
  {
    name: '10,000 sentences with a percentage',
    text: lines(10_000, (at) => `Throughput improved by ${at}% with this patch.`),
  },
  {
    name: 'pairs, and 2,000 sentences about them',
    text: `${lines(1_000, (at) => `test ${at}: ${at + 10}.5 MB/s -> ${at + 11}.5 MB/s`)}\n\n${lines(2_000, (at) => `It improved by ${at}.${at}% for case ${at}.`)}`,
  },
  { name: '10,000 headings', text: lines(10_000, (at) => `Test Number ${at}\n=== With Patch ${at} ===\n`) },
  {
    name: '1,400 configurations with a figure each',
    text: lines(1_400, (at) => `- with patch ${at}:\n  throughput: ${at} MB/s`),
  },
  {
    name: '700 rounds of before and after',
    text: lines(700, (at) => `Before:\n  read: ${at} MB/s\nAfter:\n  read: ${at + 1} MB/s\n`),
  },
  {
    name: '10,000 arrows, one a line',
    text: lines(10_000, (at) => `case ${at}: ${at}.5 MB/s -> ${at + 1}.5 MB/s`),
  },
  { name: '10,000 arrows in a line', text: '5 MB/s -> 6 MB/s '.repeat(10_000) },
  {
    name: 'a comparison of the test robot with 20,000 rows',
    text: `         %stddev     %change         %stddev\n             \\          |                \\\n${lines(20_000, (at) => `     ${at + 1000} \u00b1  3%     -14.4%      ${at + 900} \u00b1  2%  stress-ng.case${at}.ops_per_sec`)}`,
  },
  {
    name: 'a call graph of 50,000 lines',
    text: lines(50_000, (at) =>
      at % 5 === 0
        ? `   12.34%     1.2${at % 10}%  swapper  [kernel.kallsyms]  [k] function_${at}`
        : `            |--${at % 90}.50%--callee_${at}`,
    ),
  },
  {
    name: 'a flat profile of 50,000 lines',
    text: lines(50_000, (at) => `    12.31%  swapper          [kernel.kallsyms]  [k] function_${at}`),
  },
  {
    name: '5,000 reports of fio',
    text: lines(
      5_000,
      (at) =>
        `  read: IOPS=${at}, BW=${at}KiB/s (1969kB/s)\n    clat (usec): min=2, max=91343, avg=371.79, stdev=119.52`,
    ),
  },
  {
    name: '10,000 copies with dd',
    text: lines(
      10_000,
      (at) => `1+0 records in\n1+0 records out\n${at + 1} bytes (1 GB, 1 GiB) copied, 30.${at} s, ${at} MB/s`,
    ),
  },
  {
    name: '20,000 rows of a function graph',
    text: lines(20_000, (at) => ` 1)   3.208 us    |  function_${at}();`),
  },
  {
    name: '2,000 interrupts of 256 processors',
    text: `${lines(256, (at) => `CPU${at}`).replaceAll('\n', '  ')}\n${lines(2_000, (at) => `${at}: ${'12345 '.repeat(256)} PCI-MSI xhci_hcd`)}`,
  },
  {
    name: '10,000 bullets',
    text: lines(10_000, (at) => `- with ${at % 7} buffers it takes ${at} ms, without ${at + 1} ms`),
  },
  { name: 'side words without an end', text: 'before after with without this patch 5 MB/s '.repeat(20_000) },
  { name: 'brackets without an end', text: `${'('.repeat(100_000)}5 MB/s -> 6 MB/s` },
  { name: 'blanks without an end', text: `| 933.86 Mbit/s${' '.repeat(400_000)}x\n5 MB/s -> 6 MB/s` },
  { name: '100,000 commas and points', text: `${'1,2.3,'.repeat(100_000)} 5 MB/s -> 6 MB/s` },
  {
    name: 'one paragraph of 60,000 lines',
    text: lines(
      60_000,
      (at) => `the latency of this path was reduced from step ${at % 9} ms on to something else`,
    ),
  },
];
