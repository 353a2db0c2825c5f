import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { giveback, threadFile } from './giveback.ts';

const folder = mkdtempSync(join(tmpdir(), 'giveback-scan-'));
afterAll(() => rmSync(folder, { recursive: true }));

const THREAD = threadFile('xhci-hcd-bh');
const TITLE = 'usb: host: xhci: give back URBs from the tasklet';

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('giveback scan', () => {
  test('prints one line for a series: the day, its claims, its title, and the figure that changed most', () => {
    const { code, stdout, stderr } = giveback(['scan', THREAD]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\d +\d+ claims.*RX 893\.4 → 930\.2 Mbit\/s, \+4\.12 % {2}<.+>\n$/);
    expect(stdout).toContain(TITLE);
    expect(stderr).toMatch(/^giveback: .*: 1 series in \d+ mails\n$/);
  });

  test('prints one JSON object a line', () => {
    const { code, stdout } = giveback(['scan', THREAD, '--json']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).subject)).toEqual([TITLE]);
    expect(JSON.parse(lines[0] ?? '').claims[0]).toMatchObject({ id: 'c1', findings: expect.any(Array) });
  });

  test('passes over what is older than a day', () => {
    const { code, stdout, stderr } = giveback(['scan', THREAD, '--since', '2025-01-01']);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/no series in 0 mails claims performance\n$/);
  });

  test.each([
    ['a day that is none', ['scan', THREAD, '--since', 'yesterday'], 2, /since/],
    ['a path that is not there', ['scan', join(folder, 'nowhere')], 4, /nowhere/],
    ['what is no mail', ['scan', file('noise.txt', 'nothing but noise\n')], 4, /noise\.txt/],
  ])('answers %s with one line on stderr and its exit code', (_, args, exitCode, reason) => {
    const { code, stdout, stderr } = giveback(args);
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toMatch(reason);
  });
});
