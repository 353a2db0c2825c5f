import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { ExitCode } from '../../src/cli/exit-code.ts';
import { runStage } from '../../src/cli/run-stage.ts';
import { ADA, diffOf } from '../series/letters.ts';

const folder = mkdtempSync(join(tmpdir(), 'series-inputs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DIFF = diffOf('work');
const PATH = 'drivers/usb/work.c';
const MESSAGE = `It waits From here\nFrom there on it does not.\n\nSigned-off-by: ${ADA}\n---\n${DIFF}`;
const HEAD = `From: ${ADA}\nSubject: [PATCH v2] usb: faster\nMessage-ID: <p@example.org>\nDate: Tue, 07 May 2019 16:02:31 +0000\n`;
const MAIL = `${HEAD}\n${MESSAGE}`;
/** As a writer of mboxes quotes what begins like a separator. */
function quoted(mail: string): string {
  return mail.replaceAll(/^(>*From [^A])/gm, '>$1');
}

const MBOXRD = `From mboxrd@z Thu Jan  1 00:00:00 1970\n${quoted(MAIL)}\n`;
const UNIX = 'From ada@example.org Tue May  7 16:02:31 2019\n';

interface Shown {
  readonly series: { readonly subject: string; readonly version: number } | null;
  readonly thread: {
    readonly current: {
      readonly patches: readonly {
        readonly from: string;
        readonly files: readonly { readonly path: string }[];
      }[];
    } | null;
  };
  readonly problems: readonly { readonly code: string }[];
}

/** What `giveback series --json` makes of a path. */
async function seriesOf(path: string): Promise<Shown & { readonly code: ExitCode }> {
  const out = join(folder, 'shown.json');
  const code = await runStage('series', path, { json: true, out });
  const shown = existsSync(out)
    ? JSON.parse(readFileSync(out, 'utf8'))
    : { series: null, thread: { current: null }, problems: [] };
  return { code, ...shown };
}

let count = 0;
function fileOf(content: string | Buffer, ending: string): string {
  const path = join(folder, `input-${count++}${ending}`);
  writeFileSync(path, content);
  return path;
}

/** The input holds the one patch, whole, under its title. */
async function checkPatch(path: string, from = 'inline'): Promise<void> {
  const { code, series, thread, problems } = await seriesOf(path);
  expect(problems).toEqual([]);
  expect(code).toBe(ExitCode.evaluated);
  expect(series?.subject).toBe('usb: faster');
  expect(thread.current?.patches).toMatchObject([{ from, files: [{ path: PATH, added: 1, removed: 1 }] }]);
}

describe('mailboxes', () => {
  test.each([
    ['mboxrd', MBOXRD, '.mbox'],
    ['mboxo', `${UNIX}${quoted(MAIL)}\n`, '.mbox'],
    ['Content-Length', `${UNIX}${HEAD}Content-Length: ${MESSAGE.length}\n\n${MESSAGE}\n`, '.mbox'],
    ['.eml', MAIL, '.eml'],
    ['.eml with CRLF', MAIL.replaceAll('\n', '\r\n'), '.eml'],
    ["lore's t.mbox.gz", gzipSync(MBOXRD), '.gz'],
    ['a gzip mail', gzipSync(MAIL), '.eml.gz'],
  ])('%s', async (_, content, ending) => {
    await checkPatch(fileOf(content, ending));
  });

  test('a Maildir', async () => {
    const maildir = join(folder, 'maildir');
    for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(maildir, name), { recursive: true });
    writeFileSync(join(maildir, 'cur', '1557244951.M1P1.host:2,S'), MAIL);
    writeFileSync(join(maildir, 'tmp', '1557244951.M1P2.host'), MAIL.replace('usb: faster', 'half of it'));
    await checkPatch(maildir);
  });

  test('a folder that git format-patch wrote', async () => {
    const repository = join(folder, 'repository');
    const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
        cwd: repository,
        env,
      });
    mkdirSync(join(repository, 'drivers/usb'), { recursive: true });
    git('init', '-q');
    for (const text of ['old', 'new', 'newest']) {
      writeFileSync(join(repository, PATH), `${text}\n`);
      git('add', '.');
      git('commit', '-q', '-m', `usb: ${text}`);
    }
    git('format-patch', '-q', '-v3', '--cover-letter', '-o', join(folder, 'outgoing'), 'HEAD~2');
    const { series, thread } = await seriesOf(join(folder, 'outgoing'));
    expect(series).toMatchObject({ version: 3, total: 2, complete: true });
    expect(thread.current?.patches.map(({ files }) => files[0]?.path)).toEqual([PATH, PATH]);
  });
});

describe('letters', () => {
  const mail = (headers: string, body: string | Buffer, ending = '.eml') =>
    fileOf(Buffer.concat([Buffer.from(`${HEAD}MIME-Version: 1.0\n${headers}\n`), Buffer.from(body)]), ending);
  const multipart = (kind: string, parts: readonly string[]) =>
    mail(
      `Content-Type: multipart/${kind}; boundary=b\n`,
      `${parts.map((part) => `--b\n${part}\n`).join('')}--b--\n`,
    );
  const base64 = (text: string | Buffer) =>
    `${Buffer.from(text)
      .toString('base64')
      .replaceAll(/(.{76})/g, '$1\n')}\n`;

  test.each([
    ['base64', 'Content-Transfer-Encoding: base64\n', base64(MESSAGE.replaceAll('\n', '\r\n'))],
    [
      'quoted-printable',
      'Content-Transfer-Encoding: quoted-printable\n',
      MESSAGE.replaceAll('=', '=3D').replaceAll('usb/work', 'usb/=\nwork'),
    ],
    [
      'flowed',
      'Content-Type: text/plain; format=flowed\n',
      MESSAGE.replaceAll(/^(?= |From )/gm, ' ').replace('on it', 'on \nit'),
    ],
    [
      'flowed with DelSp',
      'Content-Type: text/plain; format=flowed; delsp=yes\n',
      MESSAGE.replaceAll(/^(?= |From )/gm, ' ').replace('does not', 'does n \not'),
    ],
    ['UTF-7', 'Content-Type: text/plain; charset=utf-7\n', MESSAGE.replaceAll('+', '+-')],
    ['a charset that is none', 'Content-Type: text/plain; charset=y\n', MESSAGE],
    [
      'Latin-1',
      'Content-Type: text/plain; charset=iso-8859-1\n',
      Buffer.from(`Caf\xe9.\n${MESSAGE}`, 'latin1'),
    ],
    [
      'GB 18030',
      'Content-Type: text/plain; charset=gb18030\n',
      Buffer.concat([Buffer.from([0xc4, 0xe3, 0x0a]), Buffer.from(MESSAGE)]),
    ],
  ])('%s', async (name, headers, body) => {
    const path = mail(headers, body);
    if (name !== 'a charset that is none') return checkPatch(path);
    const { thread, problems } = await seriesOf(path);
    expect(problems.map(({ code }) => code)).toEqual(['charset-unknown']);
    return expect(thread.current?.patches).toMatchObject([{ files: [{ path: PATH }] }]);
  });

  test('signed in place', async () => {
    const armor = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${MESSAGE.replaceAll(/^-/gm, '- -')}-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n`;
    await checkPatch(mail('', armor));
  });

  test.each([
    ['signed', 'signed', 'Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----\n'],
    [
      'TNEF',
      'mixed',
      `Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${base64(Buffer.from([0x78, 0x9f, 0x3e, 0x22]))}`,
    ],
    ['an HTML twin', 'alternative', 'Content-Type: text/html\n\n<pre>no diff here</pre>'],
  ])('%s', async (_, kind, other) => {
    await checkPatch(multipart(kind, [`Content-Type: text/plain\n\n${MESSAGE}`, other]));
  });

  test('an attached patch', async () => {
    const file = `Content-Type: text/x-patch; name=0001-usb-faster.patch\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n${base64(`From ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001\n${HEAD}\n${MESSAGE}`)}`;
    await checkPatch(multipart('mixed', ['Content-Type: text/plain\n\nSee the file.\n', file]), 'attachment');
  });

  test('uuencode', async () => {
    const uuencoded = execFileSync(
      'python3',
      [
        '-c',
        "import sys,binascii\nd=sys.stdin.buffer.read()\nprint('begin 644 faster.patch')\nfor i in range(0,len(d),45): print(binascii.b2a_uu(d[i:i+45]).decode(),end='')\nprint('`\\nend')",
      ],
      { input: DIFF },
    ).toString();
    await checkPatch(mail('', `See below.\n\n${uuencoded}`), 'attachment');
  });

  test('HTML alone is said and not read', async () => {
    const { code, problems } = await seriesOf(mail('Content-Type: text/html\n', `<pre>${MESSAGE}</pre>`));
    expect(problems.map(({ code: one }) => one)).toEqual(
      expect.arrayContaining(['plain-text-missing', 'diff-missing']),
    );
    expect(code).toBe(ExitCode.evaluated);
  });

  test('a message that lost its line breaks tells whose patch it answers', async () => {
    const quoted = MESSAGE.split('\n')
      .map((line) => `> ${line}`)
      .join(' ');
    const line = `From mboxrd@z Thu Jan 1 00:00:00 1970 Return-Path: Date: Wed, 8 May 2019 01:02:20 +0900 From: Ben Example To: ada@example.org Subject: Re: [PATCH v2] usb: faster Message-ID: <r@example.org> In-Reply-To: <p@example.org> MIME-Version: 1.0 Content-Type: text/plain; charset=us-ascii X-Mailing-List: linux-usb@vger.kernel.org On Tue, May 07, 2019, Ada Example wrote: ${quoted} Thanks.`;
    const { series, problems } = await seriesOf(fileOf(line, '.txt'));
    expect(series).toMatchObject({ subject: 'usb: faster', version: 2 });
    expect(problems.map(({ code }) => code)).toContain('line-breaks-lost');
  });
});

describe('pages saved from archives', () => {
  const html = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const page = (body: string) =>
    fileOf(`<!DOCTYPE html>\n<html><head><title>x</title></head><body>\n${body}\n</body></html>\n`, '.html');
  const pre = `<pre>\n${html(MESSAGE)}</pre>`;
  const title = '[PATCH v2] usb: faster';

  test.each([
    [
      'hypermail',
      `<h1>${title}</h1>\n<p><strong>From:</strong> Ada Example<br>\n<strong>Date:</strong> Tue May 07 2019 - 16:02:31 EST</p>\n<hr>\n${pre}\n<hr>\n<ul><li><strong>Next message:</strong> Ben</li></ul>`,
    ],
    [
      'lkml.iu.edu',
      `<h1>${title}</h1><!-- received="x" --><strong>From: </strong>Ada Example<br><strong>Date: </strong>Tue May 07 2019 - 16:02:31 EST<br><ul><li>Next message: <a href="1.html">Ben: "x"</a><li>Previous message: <a href="0.html">y</a></ul><hr>${pre}<hr>`,
    ],
    [
      'pipermail',
      `<H1>${title}</H1>\n<B>Ada Example</B>\n<A HREF="mailto:ada">ada at example.org</A><BR>\n<I>Tue May  7 16:02:31 EDT 2019</I>\n<P><UL><LI>Previous message: <A HREF="1">x</A><LI>Next message: <A HREF="2">y</A></UL>\n<HR>\n${pre}\n<HR>`,
    ],
    [
      'MARC',
      `<pre>\n[<a href="p">prev in list</a>] [<a href="n">next in list</a>]\n\nList:       linux-usb\nSubject:    ${title}\nFrom:       Ada Example &lt;ada () example ! org&gt;\nDate:       2019-05-07 16:02:31\nMessage-ID: p () example ! org\n[Download RAW message or body]\n\n${html(MESSAGE)}\n[<a href="p">prev in list</a>] [<a href="n">next in list</a>]\n</pre>`,
    ],
    [
      'spinics',
      `<h1>${title}</h1>\n<ul><li>To: linux-usb</li>\n<li>Subject: ${title}</li>\n<li>From: Ada Example &lt;ada@xxxxxxxxxxx&gt;</li>\n<li>Date: Tue, 7 May 2019 16:02:31 +0000</li></ul>\n<hr>\n${pre}\n<hr>`,
    ],
    [
      'public-inbox',
      `<pre>From: Ada Example &lt;ada@example.org&gt;\nTo: linux-usb@vger.kernel.org\nSubject: ${title}\nDate: Tue, 7 May 2019 16:02:31 +0000\t[thread overview]\nMessage-ID: &lt;p@example.org&gt; (raw)\n\n${html(MESSAGE)}\n             reply\tother threads:[~2019-05-07 16:02 UTC|newest]\n\nThread overview: 2+ messages\n</pre>`,
    ],
    [
      'cgit',
      `<table><tr><th>author</th><td>Ada Example &lt;ada@example.org&gt;</td><td>2019-05-07 16:02:31 +0000</td></tr>\n<tr><th>committer</th><td>Ben &lt;ben@example.org&gt;</td><td>2019-05-08</td></tr>\n<tr><th>commit</th><td>0123456789abcdef (patch)</td></tr>\n<tr><th>tree</th><td>0123</td></tr></table>\n<div>usb: faster</div>\n<pre>\n${html(MESSAGE)}</pre>`,
    ],
  ])('%s', async (_, body) => {
    const { series, thread } = await seriesOf(page(body));
    expect(series?.subject).toBe('usb: faster');
    expect(thread.current?.patches).toMatchObject([{ files: [{ path: PATH, added: 1, removed: 1 }] }]);
  });

  test('a .patch of a forge', async () => {
    await checkPatch(
      fileOf(`From ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001\n${HEAD}\n${MESSAGE}-- \n2.39.2\n`, '.patch'),
    );
  });
});
