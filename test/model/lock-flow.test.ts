import { expect, test } from 'vitest';
import { childOf } from '../../src/model/c-syntax.ts';
import { givebackCalls } from '../../src/model/lock-flow.ts';
import { parseC } from './memory-tree.ts';

const GIVE = 'usb_hcd_giveback_urb(hcd, urb, 0);';

const check = (name: string, body: string, expected: readonly string[]): void => {
  test(name, () => {
    const definition = parseC(`void f(void)\n{\n${body}\n}\n`).children[0];
    const block = definition && childOf(definition, 'body');
    const calls = block ? givebackCalls(block) : [];
    expect(calls.map(({ style, lock }) => (lock === null ? style : `${style} ${lock}`))).toEqual(expected);
  });
};

check('a lock nobody touches is held by the caller', GIVE, ['held']);
check(
  'unlock and lock around the call drop the lock',
  `spin_unlock(&a->lock); ${GIVE} spin_lock(&a->lock);`,
  ['dropped a->lock'],
);
check(
  'the spelling of the lock does not matter',
  `spin_unlock( & a -> lock ); ${GIVE} spin_lock(&a->lock);`,
  ['dropped a->lock'],
);
check('an unlock that is not taken back releases it', `spin_lock(&l); spin_unlock(&l); ${GIVE}`, [
  'released l',
]);
check(
  'an unlock on a way that returned is another way',
  `if (x) { spin_unlock(&l); return; } ${GIVE} spin_lock(&l);`,
  ['held'],
);
check('an unlock under a condition may drop it', `if (x) spin_unlock(&l); ${GIVE} if (x) spin_lock(&l);`, [
  'dropped l',
]);
check(
  'the lock may be taken again in the next round of a loop',
  `while (x) { spin_lock(&l); spin_unlock(&l); ${GIVE} }`,
  ['dropped l'],
);
check('a macro loop is a loop', `spin_unlock(&l); list_for_each_entry(a, b, c) { ${GIVE} } spin_lock(&l);`, [
  'dropped l',
]);
check(
  'a goto forward takes the state along',
  `if (x) { spin_unlock(&l); goto out; } spin_unlock(&l); out: ${GIVE} spin_lock(&l);`,
  ['dropped l'],
);
check(
  'a switch goes through each of its cases',
  `switch (x) { case 1: spin_unlock(&l); ${GIVE} spin_lock(&l); break; default: ${GIVE} }`,
  ['dropped l', 'held'],
);
check(
  'a case that falls through takes the state along',
  `switch (x) { case 1: spin_unlock(&l); case 2: ${GIVE} spin_lock(&l); }`,
  ['dropped l'],
);
check(
  'a break leaves the loop with its state',
  `for (;;) { spin_unlock(&l); break; } ${GIVE} spin_lock(&l);`,
  ['dropped l'],
);
check('another lock that is taken again is not this one', `spin_unlock(&a); ${GIVE} spin_lock(&b);`, [
  'released a',
]);
check('a comment drops nothing', `/* spin_unlock(&l); */ ${GIVE} /* spin_lock(&l); */`, ['held']);
check(
  'saved interrupts are the same lock',
  `spin_unlock_irqrestore(&l, flags); ${GIVE} spin_lock_irqsave(&l, flags);`,
  ['dropped l'],
);
check(
  'a gadget request is given back alike',
  'spin_unlock(&l); usb_gadget_giveback_request(a, b); spin_lock(&l);',
  ['dropped l'],
);
check('what stands behind a return is never reached', `return; spin_unlock(&l); ${GIVE}`, []);
check(
  'loops within loops are gone through in bounded time',
  `${'for (;;) { '.repeat(60)}spin_unlock(&l); ${GIVE} spin_lock(&l);${' }'.repeat(60)}`,
  ['dropped l'],
);
