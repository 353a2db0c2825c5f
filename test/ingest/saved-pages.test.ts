import { describe, expect, test } from 'vitest';
import { readDocument, readOne } from './settings.ts';

describe('discussions of a forge', () => {
  const page = `someone/kernel · pull request #7 · merged · C
labels: usb
# usb: faster bulk reads

ada · description · 2023-09-18
Reads were slow.

ben · comment · 2023-09-19
\`\`\`
before  100 MB/s
after   120 MB/s
\`\`\`

a · b
`;

  test('each post of a pull request is a letter, the comments reply to the description', async () => {
    const { value } = await readDocument(page);
    expect(value).toMatchObject([
      {
        source: 'archive-page',
        subject: 'usb: faster bulk reads',
        from: { name: 'ada', address: null },
        date: '2023-09-18T00:00:00+00:00',
        text: 'Reads were slow.\n',
      },
      {
        subject: 'Re: usb: faster bulk reads',
        text: '```\nbefore  100 MB/s\nafter   120 MB/s\n```\n\na · b\n',
      },
    ]);
  });

  test('an issue is read the same way', async () => {
    const { value } = await readDocument(page.replace('pull request', 'issue'));
    expect(value).toHaveLength(2);
  });

  test('a page of a wiki is what people wrote below the lines of the forge', async () => {
    const letter = await readOne(
      '-\nNotifications\nYou must be signed in to change notification settings - Fork 2\nHome\nWelcome to the fast-usb wiki!\nCPU usage went from 44% to 22%.\n',
    );
    expect(letter).toMatchObject({
      source: 'archive-page',
      subject: 'Welcome to the fast-usb wiki!',
      from: null,
      text: 'CPU usage went from 44% to 22%.\n',
    });
  });

  test('a page of a wiki with another title keeps it', async () => {
    const letter = await readOne(
      'Notifications\nYou must be signed in to change notification settings\nFork 2\n\nMeasurements\nIt is 5 % faster.\n',
    );
    expect(letter).toMatchObject({ subject: 'Measurements', text: 'It is 5 % faster.\n' });
  });
});

describe('what patchwork answers to programs', () => {
  const patch = `GET /api/patches/7/
HTTP 200 OK
Content-Type: application/json

{
    "id": 7,
    "project": {
        "name": "A list"
    },
    "msgid": "<7@example.org>",
    "date": "2017-09-20T09:24:41",
    "name": "[v2,1/2] usb: faster",
    "submitter": {
        "id": 1,
        "name": "Ada Example",
        "email": "ada@example.org"
    },
    "series": [
        {
            "name": "another name"
        }
    ],
    "headers": {
        "Subject": "[PATCH v2 1/2] usb: faster",
        "In-Reply-To": "<6@example.org>"
    },
    "content": "It was slow.\\n\\nSigned-off-by: Ada Example <ada@example.org>",
    "diff": "diff --git a/x.c b/x.c\\n--- a/x.c\\n+++ b/x.c\\n@@ -1 +1 @@\\n-a\\n+b\\n"
}
`;

  test('a patch is its message and its diff', async () => {
    expect(await readOne(patch)).toMatchObject({
      messageId: '7@example.org',
      subject: '[v2,1/2] usb: faster',
      from: { name: 'Ada Example', address: 'ada@example.org' },
      date: '2017-09-20T09:24:41+00:00',
      inReplyTo: '6@example.org',
      text: 'It was slow.\n\nSigned-off-by: Ada Example <ada@example.org>\n---\ndiff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n',
    });
  });

  test('an answer that is cut is read as far as it goes', async () => {
    const letter = await readOne(patch.slice(0, patch.indexOf('@@ -1') + 12));
    expect(letter.text.endsWith('+++ b/x.c\n@@ -1 +1 @@\n')).toBe(true);
  });

  test('comments are letters of their own', async () => {
    const { value } = await readDocument(`[
    {
        "id": 1,
        "msgid": "<8@example.org>",
        "date": "2017-09-21T10:00:00",
        "subject": "Re: [PATCH v2 1/2] usb: faster",
        "submitter": {
            "name": "Ben Example",
            "email": "ben@example.org"
        },
        "content": "I see 20 MB/s more.\\r\\n",
        "headers": {
            "In-Reply-To": "<7@example.org>"
        }
    },
    {
        "id": 2,
        "msgid": "<9@example.org>",
        "subject": "Re: [PATCH v2 1/2] usb: faster",
        "content": "Thanks."
    }
]
`);
    expect(value).toMatchObject([
      {
        messageId: '8@example.org',
        subject: 'Re: [PATCH v2 1/2] usb: faster',
        from: { name: 'Ben Example' },
        inReplyTo: '7@example.org',
        text: 'I see 20 MB/s more.\n',
      },
      { messageId: '9@example.org', from: null, date: null, text: 'Thanks.\n' },
    ]);
  });
});

describe('pages of archives that lost something', () => {
  test('spinics without a person and a date is a subject and a text', async () => {
    const letter = await readOne(
      'Re: [PATCH v10 0/6] usb: faster\n\n[Date Prev][Date Next][Thread Prev][Thread Next][Date Index][Thread Index]\n\n \n\nHello\n> It was slow.\n\n[Index of Archives]     [Media]\n',
    );
    expect(letter).toMatchObject({
      subject: 'Re: [PATCH v10 0/6] usb: faster',
      from: null,
      text: 'Hello\n> It was slow.\n',
    });
  });

  test('a labelled head may be folded', async () => {
    const letter = await readOne(
      'Lists\n \nHash Suite\n[<prev] [next>]\nDate:\tMon, 23 Jul 2012 11:33:40 +0530\nFrom:\tAda Example <ada@...mple.org>\nCc:\tben@...mple.org, linux-usb@...r.kernel.org,\n\tlinux-kernel@...r.kernel.org\nSubject: Re: usb: faster\n\nHello\n',
    );
    expect(letter).toMatchObject({
      subject: 'Re: usb: faster',
      from: { name: 'Ada Example', address: null },
      date: '2012-07-23T11:33:40+05:30',
      text: 'Hello\n',
    });
  });

  test('a commit on gitweb has its author and its date, though labels run into values', async () => {
    const letter = await readOne(
      ']> git.example.org Git - linux.git/commit\nusbnet: faster\nauthorAda Example <ada@example.org>\nThu, 6 Nov 2025 17:56:15 +0000 (18:56 +0100)\ncommitterBen Example <ben@example.org>\nTue, 11 Nov 2025 01:28:38 +0000 (17:28 -0800)\ncommit7ff14c52049efecdd72cd0a12cae6905876566a0\ntree3200f8d0f361cff781320ff90d3360456a961b6e\nparent23c52b58cc38e398292f125e68b717001344444c\nusbnet: faster\n\nIt was slow.\n\nSigned-off-by: Ada Example <ada@example.org>\n',
    );
    expect(letter).toMatchObject({
      source: 'commit-page',
      subject: 'usbnet: faster',
      from: { name: 'Ada Example', address: 'ada@example.org' },
      date: '2025-11-06T17:56:15+00:00',
    });
    expect(letter.text.startsWith('usbnet: faster\n\nIt was slow.')).toBe(true);
  });

  test('the text of a reply alone is a letter without a subject', async () => {
    const text =
      'On Mon, Nov 14, 2016 at 09:35:53AM +0800, Ada Example wrote:\n> It was slow.\n> Now it is fast.\n> \n\nIndeed, 5 % faster.\n';
    expect(await readOne(text)).toMatchObject({ source: 'archive-page', subject: '', from: null, text });
  });

  test.each([
    ['prose', 'Dear reader,\non Monday Ada wrote:\nthis is a story.\n> and a mark\n'],
    ['a program', '#!/bin/sh\necho a > b\n'],
    ['JSON of something else', '{\n    "name": "x",\n    "content": "y"\n}\n'],
  ])('%s is still no mail', async (_, document) => {
    const read = await readDocument(document);
    expect(read.problems.map(({ code }) => code)).toEqual(['input-not-mail']);
  });
});
