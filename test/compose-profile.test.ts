import { describe, expect, test } from 'vitest';
import { composeProfile, composeDriverTable as tableOf } from '../src/compose-profile.ts';
import { profileFromTree } from '../src/model/profile-from-tree.ts';
import { surveyTree } from '../src/model/survey-tree.ts';
import { composeDriverTable } from '../src/reply/compose-driver-table.ts';
import { composeProfileText } from '../src/reply/compose-profile-text.ts';
import { driverTree, type TreeState } from './model/driver-tree.ts';
import { memoryTree, parseC } from './model/memory-tree.ts';
import { PROFILES, profileOf } from './model/series-of.ts';

const LOOK = { hasColour: false, columns: 110, hasBars: false };
const read = (state: TreeState) => {
  const found = profileFromTree({ tree: memoryTree(driverTree(state)), parseC }, profileOf('xhci'));
  if (found === null) throw new Error('no driver');
  return composeProfile(found, 'v6.1');
};

describe('a driver that is shown without a patch', () => {
  test('has its properties with their places', () => {
    const text = composeProfileText(read({}), LOOK);
    expect(text).toMatch(/^ {2}xhci in v6\.1\n {2}usbcore is of era E3: the tasklet takes its list once/);
    expect(text).toMatch(/\n {4}lock +xhci->lock +drivers\/usb\/host\/xhci-ring\.c:\d+\n/);
    expect(text).toMatch(/complete\(\) runs in +tasklet/);
    expect(text).toContain('as config/hcd expects');
    expect(text).toMatch(/xhci_irq \[takes xhci->lock\] → run_events/);
  });

  test('says what nobody expected', () => {
    const text = composeProfileText(read({ flags: 'HCD_USB3' }), LOOK);
    expect(text).toMatch(/! HCD_BH +off +drivers\/usb\/host\/xhci\.c:\d+/);
    expect(text).toContain('! HCD_BH: off here, on in config/hcd');
    expect(text).toMatch(/complete\(\) runs in +hardirq/);
  });

  test('says what the sources do not tell', () => {
    const profile = read({});
    const [lock] = profile.properties.map((property) => ({ ...property, isRead: false }));
    const text = composeProfileText({ ...profile, properties: lock ? [lock] : [] }, LOOK);
    expect(text).toMatch(/lock +xhci->lock +the sources do not tell; taken from config\/hcd/);
  });

  test('says what could not be read', () => {
    expect(composeProfileText({ ...read({}), unread: ['a.c: odd()'] }, LOOK)).toContain(
      '? could not be read: a.c: odd()',
    );
  });

  test('is the same for programs', () => {
    const profile = read({});
    expect(profile).toMatchObject({ driver: 'xhci', kernel: 'v6.1', era: 'E3', lockTakenIn: 'xhci_irq' });
    expect(profile.properties).toContainEqual({
      name: 'linger',
      value: 'none',
      source: 'no such delay in the sources',
      isRead: true,
      expected: null,
    });
  });
});

test('all drivers are a table, and what the tree has not is named', () => {
  const survey = surveyTree(
    { tree: memoryTree(driverTree({ flags: 'HCD_USB3', style: 'dropped' })), parseC },
    PROFILES,
  );
  const text = composeDriverTable(tableOf(survey, 'v6.1'), LOOK);
  expect(text).toMatch(/xhci +xhci->lock +xhci_giveback_urb_in_irq host\/xhci-ring\.c:\d+ +dropped +off/);
  expect(text).toContain('0 of 1 struct hc_driver with flags have HCD_BH\n');
  expect(text).toContain('1 givebacks drop their lock: 1 of host drivers, 0 of gadgets');
  expect(text).toMatch(/not in this tree: c67x00, dummy_hcd/);
  expect(text).toContain('! xhci: lock around the giveback is dropped here, held in config/hcd');
});
