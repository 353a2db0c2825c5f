import { describe, expect, test } from 'vitest';
import { modelOf } from '../series-of.ts';
import { namesIn } from './hazards-in.ts';

const PATH = 'drivers/net/usb/invented.c';
const driver = (declared: string, buffer: string, set = ''): string => `static int ask(struct invented *net)
{
	${declared};
	int got;

	${set}
	return usb_bulk_msg(net->udev, net->pipe, ${buffer}, 8, &got, 100);
}
`;

describe('memory that a controller is given', () => {
  const check = (name: string, after: string, expected: readonly string[]): void => {
    test(name, () => {
      expect(namesIn(PATH, driver('u8 *buf', 'net->buf'), after)).toEqual(expected);
    });
  };

  check('an array on the stack', driver('u8 buf[8]', 'buf'), ['dma-buffer error']);
  check('a variable on the stack', driver('__le32 answer', '&answer'), ['dma-buffer error']);
  check('memory that is not contiguous', driver('u8 *buf', 'buf', 'buf = vmalloc(8);'), ['dma-buffer error']);
  check('memory of kmalloc', driver('u8 *buf', 'buf', 'buf = kmalloc(8, GFP_NOFS);'), []);
  check('a static array', driver('static u8 buf[8]', 'buf'), []);
  check('a member', driver('u8 *buf', '&net->answer'), []);
});

const streams = (allocation: string, flag: string): string => `static int set_up(struct invented *cam)
{
	int size = cam->size;

	cam->buf = ${allocation};
	if (!cam->buf)
		return -ENOMEM;
	urb->transfer_flags = ${flag};
	return 0;
}
`;
const COHERENT = streams(
  'usb_alloc_coherent(cam->udev, size, GFP_KERNEL, &cam->dma)',
  'URB_ISO_ASAP | URB_NO_TRANSFER_DMA_MAP',
);

test('a flag that promises a bus address for memory that has none', () => {
  const kept = streams('kmalloc(size, GFP_KERNEL)', 'URB_ISO_ASAP | URB_NO_TRANSFER_DMA_MAP');
  const { hazards } = modelOf('drivers/media/usb/pwc/pwc-if.c', COHERENT, kept);
  expect(hazards.map(({ kind, severity }) => `${kind} ${severity}`)).toEqual(['dma-buffer error']);
});

test('a flag that goes with the memory', () => {
  const { hazards } = modelOf(
    'drivers/media/usb/pwc/pwc-if.c',
    COHERENT,
    streams('kmalloc(size, GFP_KERNEL)', 'URB_ISO_ASAP'),
  );
  expect(hazards).toEqual([]);
});
