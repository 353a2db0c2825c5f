import { describe, expect, it } from 'vitest';
import { openQuestion } from '../../src/service/open-question.ts';
import type { ThreadMail } from '../../src/service/thread-mail.ts';

const PEOPLE = { own: 'bot@bot.example', domain: 'bot.example', author: 'ada@x', operators: ['boss@x'] };

function mail(id: string, from: string, text: string, over: Partial<ThreadMail> = {}): ThreadMail {
  const address = { name: '', address: from };
  const parent = { inReplyTo: over.inReplyTo ?? null, references: [], recipients: [], autoSubmitted: null };
  return { messageId: id, from: address, date: null, subject: 'Re: usb', text, ...parent, ...over };
}

const patch = mail('1@x', 'ada@x', 'It is faster. Who would not want it?');
const ours = mail('v1.1@bot.example', 'bot@bot.example', 'Which figure is meant?', { inReplyTo: '1@x' });
const toUs = { inReplyTo: 'v1.1@bot.example' };
const toPatch = { inReplyTo: '1@x' };

describe('an open question', () => {
  it.each<[string, readonly ThreadMail[], RegExp | null]>([
    ['nobody asks', [patch, ours], null],
    [
      'somebody asks us',
      [patch, ours, mail('2@x', 'eve@x', 'Why do you think so?', toUs)],
      /asked us.*<2@x>/,
    ],
    [
      'somebody names us and asks',
      [patch, mail('2@x', 'eve@x', 'Is this so?', { ...toPatch, recipients: ['bot@bot.example'] })],
      /asked us/,
    ],
    ['the author asks us', [patch, ours, mail('2@x', 'ada@x', 'How did you measure?', toUs)], /asked us/],
    ['somebody says something to us', [patch, ours, mail('2@x', 'eve@x', 'I see.', toUs)], null],
    ['a quote asks us', [patch, ours, mail('2@x', 'eve@x', '> Which one?\nThe second.', toUs)], null],
    ['a signature asks us', [patch, ours, mail('2@x', 'eve@x', 'Thanks\n-- \nWho am I?', toUs)], null],
    [
      'an operator has answered',
      [patch, ours, mail('2@x', 'eve@x', 'Why?', toUs), mail('3@x', 'Boss@x', 'So.', { inReplyTo: '2@x' })],
      null,
    ],
    [
      'a stranger has answered for us',
      [patch, ours, mail('2@x', 'eve@x', 'Why?', toUs), mail('3@x', 'bob@x', 'So.', { inReplyTo: '2@x' })],
      /asked us/,
    ],
    ['a program asks us', [patch, ours, mail('2@x', 'syzbot@x', 'Why?', toUs)], null],
    [
      'an answering machine asks us',
      [patch, ours, mail('2@x', 'eve@x', 'Why?', { ...toUs, autoSubmitted: 'auto-replied' })],
      null,
    ],
    [
      'a reviewer asks for numbers',
      [patch, mail('2@x', 'eve@x', 'Do you have numbers for this?', toPatch)],
      /asked for numbers in <2@x>/,
    ],
    [
      'the author has given them',
      [
        patch,
        mail('2@x', 'eve@x', 'Do you have numbers for this?', toPatch),
        mail('3@x', 'ada@x', '5 MB/s', { inReplyTo: '2@x' }),
      ],
      null,
    ],
    ['a reviewer asks about the code', [patch, mail('2@x', 'eve@x', 'Is the lock held?', toPatch)], null],
    ['the author wonders about numbers', [patch, mail('2@x', 'ada@x', 'Any numbers?', toPatch)], null],
  ])('where %s', (_, mails, expected) => {
    const open = openQuestion(mails, PEOPLE);
    if (expected === null) expect(open).toBeNull();
    else expect(open).toMatch(expected);
  });
});
