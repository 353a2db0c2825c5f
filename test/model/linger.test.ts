import { describe, expect, test } from 'vitest';
import { lingerIn } from '../../src/model/linger.ts';

const TIMERS = `enum odd_hrtimer_event {
	ODD_POLL,		/* first */
	ODD_START_UNLINK_INTR,	/* empty queues */
	ODD_LAST
};
`;
const DELAYS = `static unsigned event_delays_ns[] = {
	1 * NSEC_PER_MSEC,	/* ODD_START_UNLINK_INTR, says the comment */
	7 * NSEC_PER_MSEC,
};
`;

describe('the time an empty endpoint keeps its place', () => {
  test('is a macro in one driver', () => {
    const text = '\n#define ODD_UNRESERVE_DELAY (msecs_to_jiffies(5))\n';
    expect(lingerIn([{ path: 'a.c', text }])).toEqual({ value: 5, unit: 'ms', source: 'a.c:2' });
  });

  test('is a place in a table in another, whatever the comments say', () => {
    const files = [
      { path: 'a.h', text: TIMERS },
      { path: 'a.c', text: DELAYS },
    ];
    expect(lingerIn(files)).toEqual({ value: 7, unit: 'ms', source: 'a.c:3' });
  });

  test('may be less than a millisecond', () => {
    const files = [
      { path: 'a.h', text: TIMERS },
      { path: 'a.c', text: DELAYS.replace('7 * NSEC_PER_MSEC', '500 * NSEC_PER_USEC') },
    ];
    expect(lingerIn(files).value).toBe(0.5);
  });

  test.each([
    ['nothing', ''],
    ['a table without names', DELAYS],
    ['names without a table', TIMERS],
    ['a macro without a number', '#define ODD_UNRESERVE_DELAY SOMETHING\n'],
  ])('is none with %s', (_, text) => {
    expect(lingerIn([{ path: 'a.c', text }]).value).toBe(0);
  });
});
