import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedPost } from '../../../src/ports/outbox-store.ts';
import type { Report } from '../../../src/report.ts';
import { claimOf, modelOf, reportOf } from '../../support/reports.ts';
import { sqliteRuns } from '../../support/sqlite.ts';
import { storeReport } from '../../support/stored-report.ts';
import { basic, startWebService, type WebService } from '../../support/web-service.ts';

/** What a mail may hold: markup, a way out of an attribute, a script's address, signs that turn text round, an escape. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  '\u202Egnp.exe\u200B\uFEFF',
  '\u001b[2J\u0007\u0000',
  '</title></style></textarea><svg onload=alert(1)>',
  '&lt;b&gt;',
] as const;

/** Every place of a page where text from outside can come to stand. */
function hostileReport(text: string) {
  const author = { name: text, address: `${text}@x` };
  const patch: Report['series']['patches'][number] = {
    ...{ index: 1, subject: text, messageId: text, from: 'inline', files: [], patchId: null },
  };
  const series = { ...reportOf().series, subject: text, author, patches: [patch] };
  const claim = claimOf({
    ...{ quantity: text, device: text, machine: text, because: text, unit: text },
    where: { messageId: text, line: 1, text },
    limits: [{ name: text, convention: text, base: 1, ratio: 0.99, source: text }],
    findings: [{ kind: 'no-spread', severity: 'info', text, numbers: {} }],
  });
  const problems = [{ code: 'x', text, messageId: text, line: 1 }];
  return reportOf({ series, claims: [claim], model: modelOf(), problems, summary: text, outcome: 'hazard' });
}

const held = (thread: string, text: string): PlannedPost => ({
  ...{ key: `p-${thread.slice(2)}`, channel: 'mail', target: JSON.stringify([text]), list: text, thread },
  ...{ body: `Subject: x\n\n${text}\n`, state: 'held', because: text },
});

describe.skipIf(!sqliteRuns)('pages about mails that nobody vouches for (T-W1)', () => {
  let service: WebService;
  let evaluations: readonly string[] = [];

  beforeAll(async () => {
    service = await startWebService();
    for (const [index, text] of HOSTILE.entries())
      await storeReport(service.store, {
        ...{ list: text, report: hostileReport(text), nowMs: index, mail: `Subject: ${text}\n\n${text}\n` },
        posts: (thread) => [held(thread, text)],
        silences: [text],
      });
    const { entries } = await service.store.searchReports({
      ...{ words: [], verdict: null, driver: null, list: null, limit: 50, offset: 0 },
    });
    evaluations = entries.map(({ key }) => `/evaluations/${key}`);
    for (const [index, text] of HOSTILE.entries()) {
      const key = `d-${index}`.padEnd(42, '0');
      await service.store.receive({ key, list: text, topic: null, bytes: Buffer.from(text) }, 1);
      await service.store.bury({ queue: 'ingest', key }, text, 1);
    }
  });
  afterAll(() => service.close());

  const read = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`, { headers: basic });
    return { answer, text: await answer.text() };
  };

  it('hold nothing that runs, loads or leads elsewhere', async () => {
    const searches = HOSTILE.map(
      (text) => `/?q=${encodeURIComponent(text)}&list=${encodeURIComponent(text)}`,
    );
    const paths = ['/', '/silence', '/moderation', '/gave-up', '/nothing', ...searches, ...evaluations];
    for (const path of paths) {
      const { text } = await read(path);
      const { document } = parseHTML(text);
      expect(document.querySelectorAll('script, iframe, object, embed, base, img, style')).toHaveLength(0);
      const attributes = [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
      expect(attributes.filter(({ name }) => name.startsWith('on') || name === 'style')).toEqual([]);
      const links = attributes.filter(({ name }) => ['href', 'src', 'action', 'formaction'].includes(name));
      expect(links.filter(({ value }) => !/^(?:\/(?!\/)|#[\w-]+$)/.test(value))).toEqual([]);
      expect(document.querySelectorAll('h1')).toHaveLength(1);
      expect(text).not.toMatch(/[\p{Cf}\p{Cs}]|(?![\n\t])\p{Cc}/u);
    }
  });

  it('show the hostile text itself, made visible', async () => {
    const { text } = await read('/silence');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('&lt;U+202E&gt;gnp.exe');
  });

  it.each([
    '/',
    '/style.css',
    '/icon.svg',
    '/livez',
    '/readyz',
    '/moderation',
    '/nothing',
    '/evaluations/v-0',
  ])('%s has the headers that a browser is told by', async (path) => {
    const { answer } = await read(path);
    const { headers } = answer;
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('give a mail away as a file that no browser shows', async () => {
    const [letter] = await service.store.listLetters(
      (await service.store.listRuns((await service.store.listHeld())[0]?.thread ?? ''))[0]?.thread ?? '',
    );
    const { answer, text } = await read(`/mails/${letter?.document}`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="d-[0-9a-f]{40}\.eml\.txt"$/,
    );
    expect(text).toMatch(/^Subject: /);
  });

  it('give the report and its pictures, and a picture brings its own colours and nothing else', async () => {
    const { answer, text } = await read(`${evaluations[0]}/report.json`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toMatchObject({ schema: 'giveback.report/1' });
    const picture = await read(`${evaluations[0]}/charts/giveback-before.svg`);
    expect(picture.answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(picture.answer.headers.get('content-security-policy')).toMatch(/sandbox$/);
    expect((await read(`${evaluations[0]}/charts/c99.svg`)).answer.status).toBe(404);
  });

  // T-W2: a name is a prefix and a hash, and the address is decoded once.
  it.each([
    '/mails/../../etc/passwd',
    '/mails/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/mails/%252e%252e%252fetc',
    '/mails/d-..%2f..%2fgiveback.sqlite',
    '/mails/d-ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ',
    `/mails/d-${'0'.repeat(41)}`,
    '/evaluations/%00',
    '/evaluations/<x@y>',
    `/evaluations/v-${'f'.repeat(40)}`,
    `/evaluations/v-${'f'.repeat(40)}/charts/..%2f..%2fx.svg`,
    '/style.css/../web.json',
    '//evil.example/',
  ])('%s is nothing', async (path) => {
    expect((await read(path)).answer.status).toBe(404);
  });

  it.each(['/simulate', '/healthz', '/metrics', '/.env', '/api'])('%s is not served here', async (path) => {
    expect((await read(path)).answer.status).toBe(404);
  });
});
