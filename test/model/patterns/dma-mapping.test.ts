import { expect, test } from 'vitest';
import { deriveModel } from '../../../src/model/derive-model.ts';
import { NOWHERE } from '../../../src/problem.ts';
import type { FileDiff } from '../../../src/series/series.ts';
import { modelOf, PROFILES, seriesOf } from '../series-of.ts';

const CAMERA = 'drivers/media/usb/pwc/pwc-if.c';

const source = (
  flags: string,
  allocate: string,
  free: string,
): string => `static int pwc_isoc_init(struct pwc_device *pdev)
{
	struct urb *urb = usb_alloc_urb(FRAMES, GFP_KERNEL);

	urb->interval = 1;
	urb->transfer_flags = ${flags};
	urb->transfer_buffer = ${allocate};
	if (!urb->transfer_buffer)
		return -ENOMEM;
	return 0;
}

static void pwc_iso_free(struct pwc_device *pdev)
{
	struct urb *urb = pdev->urb;

	${free};
	usb_free_urb(urb);
}
`;
const COHERENT = source(
  'URB_ISO_ASAP | URB_NO_TRANSFER_DMA_MAP',
  'usb_alloc_coherent(pdev->udev, SIZE,\n\t\t\t\t\t\t  GFP_KERNEL, &urb->transfer_dma)',
  'usb_free_coherent(pdev->udev, SIZE, urb->transfer_buffer,\n\t\t\t  urb->transfer_dma)',
);
const CACHED = source('URB_ISO_ASAP', 'kmalloc(SIZE, GFP_KERNEL)', 'kfree(urb->transfer_buffer)');

test('coherent memory that becomes ordinary is cached', () => {
  const { changes, unmodelled, before, after } = modelOf(CAMERA, COHERENT, CACHED);
  expect(changes.map(({ kind }) => kind)).toEqual(['buffers-cached']);
  expect(unmodelled).toEqual([]);
  expect([before.buffers.kind, after.buffers.kind]).toEqual(['coherent', 'cached']);
});

test('ordinary memory that becomes coherent is seen', () => {
  const { changes, unmodelled } = modelOf(CAMERA, CACHED, COHERENT);
  expect(changes.map(({ kind }) => kind)).toEqual(['buffers-coherent']);
  expect(unmodelled).toEqual([]);
});

test('the host controller stays as it is', () => {
  const { before, after } = modelOf(CAMERA, COHERENT, CACHED);
  expect({ ...after, buffers: before.buffers }).toEqual(before);
});

test('the host controller is the one the message names', () => {
  const series = seriesOf([[{ ...firstFile(), path: CAMERA }]], { subject: 'pwc: ordinary buffers' });
  const told = series.patches.map((patch) => ({
    ...patch,
    message: 'Streams fail on boards with a MUSB controller.',
  }));
  expect(deriveModel({ ...series, patches: told }, PROFILES, [])?.driver).toBe('musb');
  expect(deriveModel(series, PROFILES, [])?.driver).toBe('xhci');
});

test('a flag that goes while the memory stays coherent is not explained', () => {
  const { changes, unmodelled } = modelOf(
    CAMERA,
    COHERENT,
    COHERENT.replace(' | URB_NO_TRANSFER_DMA_MAP', ''),
  );
  expect(changes).toEqual([]);
  expect(unmodelled).toHaveLength(1);
});

test('one more ordinary allocation is not explained', () => {
  const more = CACHED.replace('\treturn 0;', '\tpdev->spare = kmalloc(SIZE, GFP_KERNEL);\n\treturn 0;');
  const { changes, unmodelled } = modelOf(CAMERA, CACHED, more);
  expect(changes).toEqual([]);
  expect(unmodelled).toHaveLength(1);
});

test('a diff whose lines were wrapped and joined by mail reads the same', () => {
  const { changes, unmodelled } = deriveModel(seriesOf([[firstFile()]]), PROFILES, []) ?? {
    changes: [],
    unmodelled: [],
  };
  expect(changes.map(({ kind }) => kind)).toEqual(['buffers-cached']);
  expect(unmodelled).toEqual([]);
});

/** As it is when a mail program broke the lines and lost the indentation. */
function firstFile(): FileDiff {
  const lines = [
    ' urb->dev = udev;',
    '-urb->transfer_flags = URB_ISO_ASAP | URB_NO_TRANSFER_DMA_MAP;',
    '-urb->transfer_buffer = usb_alloc_coherent(udev, SIZE, GFP_KERNEL,',
    '-&urb->transfer_dma);',
    '+urb->transfer_flags = URB_ISO_ASAP;',
    '+urb->transfer_buffer = kmalloc(SIZE, GFP_KERNEL);',
    ' if (urb->transfer_buffer == NULL) {',
  ];
  return {
    path: CAMERA,
    oldPath: null,
    oldBlob: null,
    mode: null,
    added: 2,
    removed: 3,
    isBinary: false,
    hunks: [
      {
        oldStart: 100,
        oldLines: 5,
        newStart: 100,
        newLines: 4,
        section: 'static int pwc_isoc_init(struct pwc_device *pdev)',
        at: NOWHERE,
        lines: lines.map((line) => ({
          kind: line.startsWith('+')
            ? ('+' as const)
            : line.startsWith('-')
              ? ('-' as const)
              : (' ' as const),
          text: line.slice(1),
          at: NOWHERE,
        })),
      },
    ],
  };
}

test('ordinary memory that a new helper allocates is seen, and the mapping it keeps is named', () => {
  const helper =
    'static void *pwc_buffer(struct device *dev)\n{\n\tvoid *buffer = kmalloc(SIZE, GFP_KERNEL);\n\n\tdma_sync_single_for_device(dev, 0, SIZE, 1);\n\treturn buffer;\n}\n\n';
  const after = helper + source('URB_ISO_ASAP', 'pwc_buffer(dev)', 'kfree(urb->transfer_buffer)');
  const { changes, unmodelled } = modelOf(CAMERA, COHERENT, after);
  expect(changes.map(({ kind }) => kind)).toEqual(['buffers-cached']);
  expect(unmodelled[0]?.why).toContain('(P13)');
});

test('the address that goes with coherent memory goes with it', () => {
  const addressed = COHERENT.replace(
    '\tif (!urb->transfer_buffer)',
    '\turb->transfer_dma = pdev->addresses[0];\n\tif (!urb->transfer_buffer)',
  );
  expect(modelOf(CAMERA, addressed, CACHED).unmodelled).toEqual([]);
});
