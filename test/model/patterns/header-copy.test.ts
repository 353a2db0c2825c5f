import { expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';

const VIDEO = 'drivers/media/usb/uvc/uvc_video.c';
const ON_4_17 = { date: '2018-07-12T08:05:00.000Z' };

/** uvcvideo's loop over packets in short: what the parser is given, and lines around it. */
const source = (of: { declares?: string; copies?: string; gives?: string }): string =>
  [
    'static void uvc_video_decode_isoc(struct uvc_urb *uvc_urb)',
    '{',
    of.declares ?? '',
    '\tu8 *mem;',
    '',
    '\tfor (i = 0; i < urb->number_of_packets; ++i) {',
    '\t\tmem = urb->transfer_buffer + urb->iso_frame_desc[i].offset;',
    of.copies ?? '',
    `\t\tret = uvc_video_decode_start(stream, buf, ${of.gives ?? 'mem'}, length);`,
    '\t\tuvc_video_decode_data(uvc_urb, buf, mem + ret, length - ret);',
    `\t\tuvc_video_decode_end(stream, buf, ${of.gives ?? 'mem'}, length);`,
    '\t}',
    '}',
  ].join('\n');

const IN_PLACE = source({});
const COPIED = source({
  declares: '\tu8 header[12];',
  copies: '\t\tmemcpy(header, mem, min_t(unsigned int, 12, length));',
  gives: 'header',
});

test('a parser that is given a copy on the stack', () => {
  const { changes, unmodelled, before, after } = modelOf(VIDEO, IN_PLACE, COPIED, ON_4_17);
  expect(changes.map(({ kind, evidence }) => [kind, evidence])).toEqual([
    ['header-cached', 'memcpy(header, mem, min_t(unsigned int, 12, length));'],
  ]);
  expect(unmodelled).toEqual([]);
  expect([before.uvcHeader, after.uvcHeader]).toEqual(['in-place', 'copied']);
});

test('and one that is no longer', () => {
  const { changes, before, after } = modelOf(VIDEO, COPIED, IN_PLACE, ON_4_17);
  expect(changes.map(({ kind }) => kind)).toEqual(['header-uncached']);
  expect([before.uvcHeader, after.uvcHeader]).toEqual(['copied', 'in-place']);
});

test('the buffers are of the memory that the kernel took for them', () => {
  const at = (date: string) => modelOf(VIDEO, IN_PLACE, COPIED, { date }).before.buffers.kind;
  expect(at('2021-06-20T00:00:00.000Z')).toBe('coherent');
  expect(at('2022-06-20T00:00:00.000Z')).toBe('cached');
});

test('a series of no kernel says nothing of what a read costs', () => {
  const { changes, unmodelled, before, after } = modelOf(VIDEO, IN_PLACE, COPIED);
  expect(changes).toEqual([]);
  expect(unmodelled.map(({ why }) => why.split(':')[0])).toEqual([
    'no kernel is named, nor the memory of its URBs',
  ]);
  expect(after).toEqual(before);
});

test.each([
  ['a copy that the parser does not get', { gives: 'mem' }],
  ['an array that is not declared here', { declares: '\tu32 seen;' }],
  ['a copy out of something computed', { copies: '\t\tmemcpy(header, mem + 2, 12);' }],
])('%s is no such change', (_, of) => {
  const half = source({
    declares: '\tu8 header[12];',
    copies: '\t\tmemcpy(header, mem, 12);',
    gives: 'header',
    ...of,
  });
  const { changes, unmodelled, after } = modelOf(VIDEO, IN_PLACE, half, ON_4_17);
  expect(changes).toEqual([]);
  expect(unmodelled).toHaveLength(1);
  expect(after.uvcHeader).toBeUndefined();
});

test('the same in another driver is not known', () => {
  const { changes } = modelOf('drivers/media/usb/gspca/gspca.c', IN_PLACE, COPIED, ON_4_17);
  expect(changes).toEqual([]);
});

/** The parser in short: its parameter, and a line on which something else may be done. */
const parser = (parameter: string, copies = '\tu8 fid;'): string =>
  [
    'static int uvc_video_decode_start(struct uvc_streaming *stream,',
    `\t\tstruct uvc_buffer *buf, const u8 *${parameter}, int len)`,
    '{',
    copies,
    '',
    '\tif (len < 2 || data[0] < 2 || data[0] > len)',
    '\t\treturn -EINVAL;',
    '\tfid = data[1] & UVC_STREAM_FID;',
    '}',
  ].join('\n');

test('a parser with an array that has the name of what was its parameter', () => {
  const copied = parser('payload', '\tu8 fid;\n\tu8 data[12];\n\n\tmemcpy(data, payload, min(len, 12));');
  const { changes, unmodelled } = modelOf(VIDEO, parser('data'), copied, ON_4_17);
  expect(changes.map(({ kind }) => kind)).toEqual(['header-cached']);
  expect(unmodelled).toEqual([]);
  const back = modelOf(VIDEO, copied, parser('data'), ON_4_17);
  expect(back.changes.map(({ kind }) => kind)).toEqual(['header-uncached']);
});

test('and one whose array is read by nobody we see', () => {
  const copied = parser('data', '\tu8 fid;\n\tu8 header[12];\n\n\tmemcpy(header, data, min(len, 12));');
  expect(modelOf(VIDEO, parser('data'), copied, ON_4_17).changes).toEqual([]);
});
