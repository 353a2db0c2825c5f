import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chromeTraceFaults } from '../simulator/chrome-trace.ts';
import { giveback, threadFile } from './giveback.ts';

const folder = mkdtempSync(join(tmpdir(), 'giveback-trace-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = threadFile('xhci-flag-forgotten');

function traced(name: string): string {
  const file = join(folder, name);
  const ran = giveback(['evaluate', path, '--samples', '8', '--explain', 'c1', '--trace', file]);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(/^ *c1 /);
  return readFileSync(file, 'utf8');
}

describe('--trace', () => {
  test('writes both sides for Perfetto to a file named .json', () => {
    const text = traced('run.json');
    expect(chromeTraceFaults(text)).toEqual([]);
    const { traceEvents } = JSON.parse(text);
    const processes = traceEvents.filter(({ name }: { name: string }) => name === 'process_name');
    expect(processes.map(({ args }: { args: { name: string } }) => args.name)).toEqual(
      expect.arrayContaining(['before cpu0', 'after cpu0']),
    );
    expect(new Set(traceEvents.map(({ ph }: { ph: string }) => ph))).toEqual(new Set(['M', 'B', 'E', 'i']));
  });

  test('writes one line for each call to any other file', () => {
    const lines = traced('run.log').trimEnd().split('\n');
    expect(lines[0]).toMatch(/^0 before cpu0 /);
    expect(lines.at(-1)).toMatch(/^\d+ after cpu\d /);
    expect(lines.some((line) => line.includes('usb_stor_blocking_completion'))).toBe(true);
  });

  test('is of one claim, which has to be named', () => {
    const ran = giveback(['evaluate', path, '--trace', join(folder, 'none.json')]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('--trace needs --explain');
  });
});
