import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messageTrailers } from '../../src/series/trailers.ts';
import { readMail } from '../../src/service/commands.ts';
import { readOne, seriesLimits } from '../ingest/settings.ts';
import { ADA, BEN, diffOf, type Posted, seriesOf } from '../series/letters.ts';
import { CLI } from '../support/built.ts';

const PATCH: Posted = {
  id: 'p',
  subject: '[PATCH] usb: x',
  text: `Why.\n\nSigned-off-by: ${ADA}\n---\n${diffOf('x')}`,
};

/** The trailers of the patch with this reply of Ben's, and what is said against them. */
async function withReply(text: string, from = BEN) {
  const [series] = await seriesOf([
    PATCH,
    { id: 'r', subject: 'Re: [PATCH] usb: x', from, answers: ['p'], minute: 5, text },
  ]);
  return {
    given: series?.trailers.slice(1).map(({ key, value }) => `${key}: ${value}`),
    problems: series?.problems.map(({ code }) => code),
  };
}

const trailersOf = (message: string) =>
  messageTrailers(message, null, seriesLimits).map(({ key, value }) => `${key}: ${value}`);

test("69: an Outlook reply's quoted head is no trailer", async () => {
  const head = `-----Original Message-----\nFrom: Ada Example\nSent: Tuesday, May 7, 2019\nDate: Fri, 9 Aug 2019 12:00:00 +0000\nSubject: [PATCH] usb: x\nMail: ada@example.org\nPhone: 123\nMessage-ID: <p@example.org>\n`;
  expect(await withReply(`Fine.\n\n${head}`)).toEqual({ given: [], problems: [] });
  expect(trailersOf(head)).toEqual([]);
});

describe('70: trailers in a commit message', () => {
  test('one without a value is none', () => {
    expect(trailersOf('Why.\n\nFixes: ?\nFixes:\nAcked-by: Ben <ben@example.org>\n')).toEqual([
      'Acked-by: Ben <ben@example.org>',
    ]);
  });

  test('a note between them, over two lines, hides none', () => {
    const text = `Signed-off-by: ${ADA}\n[ben: changed the\n      second line]\nSigned-off-by: ${BEN}\n`;
    expect(trailersOf(text)).toEqual([`Signed-off-by: ${ADA}`, `Signed-off-by: ${BEN}`]);
  });

  test.each([
    'Tested-by: "Example, Ben" <ben@example.org>',
    "Tested-by: Ben (the tester) O'Example <ben@example.org>",
    'Tested-by: Ben Example (Corp.) <ben@example.org> # on hardware',
    'Tested-by: ben@example.org',
    'Reported-and-tested-by: Ben Example <ben@example.org>',
  ])('%s', (line) => {
    expect(trailersOf(`Why.\n\n${line}\n`)).toEqual([line]);
  });

  test('one that was wrapped before its address is one', () => {
    expect(trailersOf('Why.\n\nReviewed-by: Ben Example\n <ben@example.org>\n')).toEqual([
      'Reviewed-by: Ben Example <ben@example.org>',
    ]);
  });
});

describe("71: a trailer in a reply is its sender's", () => {
  test('by his address or by his name', async () => {
    expect(await withReply(`Acked-by: ${BEN}\n`)).toEqual({ given: [`Acked-by: ${BEN}`], problems: [] });
    expect(await withReply('Acked-by: Ben Example <ben@home.example>\n')).toEqual({
      given: ['Acked-by: Ben Example <ben@home.example>'],
      problems: [],
    });
  });

  test("in another's name is said and not taken", async () => {
    expect(await withReply('Acked-by: Cyd <cyd@example.org>\n')).toEqual({
      given: [],
      problems: ['trailer-unverified'],
    });
  });

  test('that stands in the patch already is no matter', async () => {
    expect(await withReply(`Signed-off-by: ${ADA}\n`, BEN)).toEqual({ given: [], problems: [] });
  });

  test('in a quote or in HTML is none', async () => {
    expect(await withReply(`> Acked-by: ${BEN}\n`)).toEqual({ given: [], problems: [] });
  });
});

describe('72: a command in a mail', () => {
  const verbs = async (headers: string, body: string) => {
    const { text } = await readOne(`From: ${ADA}\nSubject: Re: x\n${headers}\n${body}`);
    return readMail(text, 5).map(({ read }) => (read.kind === 'command' ? read.command.verb : read.kind));
  };

  test('that is quoted is none', async () => {
    expect(await verbs('', '> giveback: rerun\n')).toEqual([]);
  });

  test('stands in the plain text, not in its HTML twin', async () => {
    const body =
      '--b\nContent-Type: text/plain\n\ngiveback: rerun\n--b\nContent-Type: text/html\n\ngiveback: stop\n--b--\n';
    expect(await verbs('Content-Type: multipart/alternative; boundary=b\n', body)).toEqual(['rerun']);
  });

  test('is read with blanks packed at its end', async () => {
    expect(await verbs('Content-Transfer-Encoding: quoted-printable\n', 'giveback: rerun=20=20\n')).toEqual([
      'rerun',
    ]);
  });

  test('that a mailer wrapped is whole in flowed text', async () => {
    expect(await verbs('Content-Type: text/plain; format=flowed\n', 'giveback: explain \nc1\n')).toEqual([
      'explain',
    ]);
  });

  test('may be one of several, and in the subject it is none', async () => {
    expect(await verbs('', 'giveback: rerun\ngiveback: stop\n')).toEqual(['rerun', 'stop']);
    const { subject, text } = await readOne(`From: ${ADA}\nSubject: giveback: stop\n\nHello\n`);
    expect([subject, readMail(text, 5)]).toEqual(['giveback: stop', []]);
  });
});

test('73: a configuration that a patch brings is never read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brought-'));
  try {
    const limits = JSON.stringify({ ingest: { lettersMax: 1 }, series: {} });
    mkdirSync(join(folder, 'config'));
    writeFileSync(join(folder, 'config', 'default.json'), limits);
    for (const name of ['.b4-config', '.gitconfig', '.giveback.yml', 'giveback.json', 'package.json'])
      writeFileSync(join(folder, name), '[b4]\n\tattestation-policy = off\n');
    const mail = `From: ${ADA}\nSubject: [PATCH] usb: x\nMessage-ID: <p@example.org>\n\n${diffOf('x').replaceAll('drivers/usb/x.c', '.b4-config')}`;
    writeFileSync(join(folder, 'p.eml'), mail);
    const run = spawnSync(process.execPath, [CLI, 'series', 'p.eml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('.b4-config');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
