import { expect, test } from 'vitest';
import { readCore } from '../../src/model/core-source.ts';
import type { Era } from '../../src/model/hcd.ts';
import { CORE, coreSource } from './driver-tree.ts';
import { memoryTree } from './memory-tree.ts';

const check = (name: string, core: string, expected: Era | null): void => {
  test(name, () => {
    expect(readCore(memoryTree({ [CORE]: core }))?.era ?? null).toBe(expected);
  });
};

check(
  'no deferred giveback is E0',
  'void usb_hcd_giveback_urb(struct urb *urb)\n{\n\turb->complete(urb);\n}\n',
  'E0',
);
check(
  'interrupts off around complete() is E1',
  coreSource({ giveback: 'local_irq_save(flags);', deferred: 'goto restart;' }),
  'E1',
);
check('a loop until nothing is left is E2', coreSource({ deferred: 'goto restart;' }), 'E2');
check('a list taken once is E3', coreSource(), 'E3');
check('a work item is E4', coreSource({ setup: 'INIT_WORK(&bh->bh, usb_giveback_urb_bh);' }), 'E4');
check('a comment about a restart is none', coreSource({ deferred: '/* goto restart; */' }), 'E3');
check(
  'another work item is not the giveback',
  coreSource({ setup: 'INIT_WORK(&hcd->wakeup, resume);' }),
  'E3',
);
check('a file without a giveback has no era', 'int a;\n', null);

test('a tree without usbcore has no era', () => {
  expect(readCore(memoryTree({}))).toBeNull();
});
