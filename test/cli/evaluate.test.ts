import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { reportSchema } from '../../src/report.ts';
import { giveback, threadFile } from './giveback.ts';

const folder = mkdtempSync(join(tmpdir(), 'giveback-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const HEADERS = [
  'From: A <a@example.org>',
  'To: linux-usb@vger.kernel.org',
  'Message-ID: <m1@example.org>',
  'Date: Tue, 07 May 2019 16:02:31 +0000',
  'MIME-Version: 1.0',
].join('\n');

function mail(subject: string, body: string): string {
  return `${HEADERS}\nSubject: ${subject}\n\n${body}\n`;
}

const DIFF = [
  '---',
  ' drivers/usb/host/xhci.c | 2 +-',
  ' 1 file changed, 1 insertion(+), 1 deletion(-)',
  '',
  'diff --git a/drivers/usb/host/xhci.c b/drivers/usb/host/xhci.c',
  'index 1111111aaaaa..2222222bbbbb 100644',
  '--- a/drivers/usb/host/xhci.c',
  '+++ b/drivers/usb/host/xhci.c',
  '@@ -10,3 +10,3 @@ static void name_it(void)',
  ' \tfirst();',
  '-\tpr_info("one");',
  '+\tpr_info("two");',
  ' \tlast();',
].join('\n');

describe('input that can not be evaluated gets one line on stderr, nothing on stdout, and its exit code', () => {
  const half = readFileSync(threadFile('xhci-hcd-bh')).subarray(0, 150);
  const cases: readonly (readonly [string, string, number, RegExp])[] = [
    ['an empty file', file('empty.mbox', ''), 3, /empty/],
    ['blank lines', file('blank.mbox', '\n\n \n'), 3, /empty/],
    [
      'binary data',
      file('binary.mbox', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 37) % 256))),
      4,
      /binary/,
    ],
    [
      '50 MB of one line',
      file('line.mbox', Buffer.alloc(50_000_000, 65)),
      4,
      /50000000 characters, the limit/,
    ],
    ['prose that is no mail', file('prose.txt', 'Dear diary,\n\nnothing happened today.\n'), 4, /not a mail/],
    ['an mbox without a patch', file('chat.eml', mail('lunch?', 'Who comes along?')), 3, /no patch/],
    [
      'a patch without claims',
      file('quiet.eml', mail('[PATCH] usb: say two', `Say two.\n${DIFF}`)),
      3,
      /no performance claim/,
    ],
    [
      'a patch whose unit nobody knows',
      file('unit.eml', mail('[PATCH] usb: say two', `Faster: 12.5 zorkmids/s -> 25 zorkmids/s\n${DIFF}`)),
      3,
      /the unit "zorkmids\/s" is unknown/,
    ],
    ['an mbox cut in its first headers', file('cut.mbox', half), 4, /cut off/],
  ];

  test.each(cases)('%s', (_name, path, code, reason) => {
    const ran = giveback(['evaluate', path]);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).toMatch(reason);
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('a thread with nothing to evaluate still prints its report as JSON', () => {
    const ran = giveback(['evaluate', threadFile('ohci-no-claims'), '--json']);
    expect(ran.code).toBe(3);
    expect(reportSchema.parse(JSON.parse(ran.stdout)).outcome).toBe('nothing-to-evaluate');
  });

  test('a file that is not there can not be read, in one line', () => {
    const ran = giveback(['evaluate', join(folder, 'missing.mbox')]);
    expect(ran).toMatchObject({ code: 4, stdout: '' });
    expect(ran.stderr).toMatch(/missing\.mbox.*ENOENT/);
  });
});

describe('usage', () => {
  test.each([
    [['evaluate']],
    [['evaluate', 'x', '--seed', 'many']],
    [['evaluate', 'x', '--samples', '0']],
    [['evaluate', 'x', '--format', 'poem']],
    [['evaluat', 'x']],
    [['--nonsense']],
  ])('%j is refused with exit code 2', (args) => {
    expect(giveback(args)).toMatchObject({ code: 2, stdout: '' });
  });

  test('help and version go to stdout with exit code 0', () => {
    expect(giveback(['--help'])).toMatchObject({ code: 0, stderr: '' });
    expect(giveback(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('evaluate', () => {
  const path = threadFile('xhci-flag-forgotten');

  test('text has no escape codes where no terminal is, and progress stays away', () => {
    const ran = giveback(['evaluate', path, '--samples', '8']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).not.toContain(String.fromCharCode(27));
    expect(ran.stdout).toContain('HAZARD');
  });

  test('the same input is the same report from a file, gzip, stdin and with --out', () => {
    const args = ['--json', '--samples', '8'];
    const plain = JSON.parse(giveback(['evaluate', path, ...args]).stdout);
    const packed = file('thread.mbox', gzipSync(readFileSync(path)));
    expect(JSON.parse(giveback(['evaluate', packed, ...args]).stdout)).toEqual(plain);

    const piped = JSON.parse(giveback(['evaluate', '-', ...args], readFileSync(path)).stdout);
    expect(piped).toEqual({ ...plain, reproduce: piped.reproduce });

    const out = join(folder, 'report.json');
    expect(giveback(['evaluate', path, ...args, '--out', out])).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(plain);
  });

  test('the command it prints to repeat itself carries the seed and the draws', () => {
    const report = JSON.parse(giveback(['evaluate', path, '--json', '--seed', '7', '--samples', '8']).stdout);
    expect(report.reproduce).toMatchObject({
      command: 'giveback evaluate thread.mbox --seed 7 --samples 8',
      seed: 7,
    });
  });
});

describe('the stages one by one', () => {
  const path = threadFile('xhci-hcd-bh');

  test('series, claims and model print JSON with what they understood', () => {
    const series = JSON.parse(giveback(['series', path, '--json']).stdout).series;
    expect(series).toMatchObject({ version: 2, total: 1, replies: 1 });
    const claims = JSON.parse(giveback(['claims', path, '--json']).stdout).claims;
    expect(claims.map(({ unit }: { unit: string }) => unit)).toContain('Mbit/s');
    const model = JSON.parse(giveback(['model', path, '--json']).stdout).model;
    expect(model).toMatchObject({ driver: 'xhci', before: { hcdBh: false }, after: { hcdBh: true } });
  });

  test.each(['series', 'claims', 'model'])('%s is readable without --json', (stage) => {
    const ran = giveback([stage, path]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout.length).toBeGreaterThan(100);
  });

  test('schema prints the contract as JSON Schema', () => {
    const schema = JSON.parse(giveback(['schema']).stdout);
    expect(schema.properties.schema.const).toBe('giveback.report/1');
  });
});
