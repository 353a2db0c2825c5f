/** An mbox in the mboxrd dialect of messages held as one character per byte. */
export function mboxOf(messages: readonly string[]): Buffer {
  return Buffer.from(
    messages.map((mail) => `From mboxrd@z Thu Jan  1 00:00:00 1970\n${mail}\n`).join(''),
    'latin1',
  );
}

/** A mail as lists deliver it: transport lines, a dozen people, a message, a diff of three hunks; in reply to another. */
export function patchMail(number: number, repliedTo = 0): Buffer {
  const transport = Array.from({ length: 5 }, (_, hop) => {
    return `Received: from host${hop}.example.org (host${hop}.example.org [192.0.2.${hop}])\n\tby host${hop + 1}.example.org (Postfix) with ESMTPS id ${number}${hop}\n\tfor <list@example.org>; Tue, 7 May 2019 16:02:3${hop} +0000 (UTC)`;
  });
  const signature = `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org;\n h=from:to:cc:subject:date; b=${'QmFzZTY0'.repeat(30)}`;
  const people = Array.from(
    { length: 12 },
    (_, person) => `Person ${'ABCDEFGHIJKL'[person]} <person${person}@example.org>`,
  );
  const heads = [
    ...transport,
    signature,
    'From: Ada Example <ada@example.org>',
    `To: ${people.slice(0, 2).join(', ')}`,
    `Cc: ${people.slice(2).join(',\n\t')}`,
    `Subject: [PATCH v2 ${(number % 9) + 1}/9] usb: host: keep the work of change ${number} short`,
    'Date: Tue, 7 May 2019 16:02:31 +0200',
    `Message-Id: <${number}@example.org>`,
    `In-Reply-To: <${repliedTo}@example.org>`,
    `References: <${repliedTo}@example.org>`,
    'MIME-Version: 1.0',
    'Content-Transfer-Encoding: 8bit',
  ];
  const message = Array.from(
    { length: 15 },
    (_, line) => `Line ${line} says why change ${number} is needed, in plain words.`,
  );
  const path = `drivers/usb/host/part-${number}.c`;
  const hunks = [10, 200, 900].map((start) => {
    const lines = Array.from(
      { length: 24 },
      (_, line) => `${' +- '[line % 4] ?? ' '}\tvalue_${line} = read_${number}(${line});`,
    );
    const added = lines.filter((line) => line.startsWith('+')).length;
    const removed = lines.filter((line) => line.startsWith('-')).length;
    return `@@ -${start},${24 - added} +${start},${24 - removed} @@ static int part_${start}(void)\n${lines.join('\n')}`;
  });
  const diff = [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks].join('\n');
  return Buffer.from(
    `${heads.join('\n')}\n\n${message.join('\n')}\n\nSigned-off-by: Ada Example <ada@example.org>\n---\n${diff}\n-- \n2.20.1\n`,
  );
}
