import { describe, expect, it } from 'vitest';
import { maintainersOf } from '../../src/service/maintainers.ts';

const MAINTAINERS = `List of maintainers

Descriptions of section entries:

	M: *Mail* patches to: FullName <address@domain>
	F: *Files* and directories wildcard patterns.

ONE HOST DRIVER
M:	Ada Example <Ada@host.example>
R:	Rita Example <rita@host.example>
L:	linux-usb@list.example
S:	Maintained
F:	drivers/usb/host/one*
F:	drivers/usb/host/?hub.c

EVERYTHING OF IT
M:	"Bob, of all" <bob@all.example>
F:	drivers/usb/
X:	drivers/usb/serial/

SERIAL
M:	Cleo <cleo@serial.example>
N:	serial
F:	drivers/usb/serial/
K:	serial
`;

describe('MAINTAINERS', () => {
  it.each([
    ['drivers/usb/host/one-ring.c', 'ada rita bob'],
    ['drivers/usb/host/xhub.c', 'ada rita bob'],
    ['drivers/usb/host/xxhub.c', 'bob'],
    ['drivers/usb/host/one/deep.c', 'bob'],
    ['drivers/usb/serial/cp.c', 'cleo'],
    ['drivers/usb', ''],
    ['drivers/usbfoo/x.c', ''],
    ['drivers/net/serial.c', ''],
    ['', ''],
  ])('names for %j: %s', (path, names) => {
    const found = [...maintainersOf(MAINTAINERS, [path])].map((one) => one.split('@')[0]);
    expect(found.join(' ')).toBe(names);
  });

  it('names for several files who answers for one of them', () => {
    const paths = ['drivers/usb/serial/cp.c', 'drivers/usb/host/one.c'];
    expect(maintainersOf(MAINTAINERS, paths).size).toBe(4);
    expect(maintainersOf('', paths).size).toBe(0);
  });

  it('takes no time over a pattern of stars', () => {
    const text = `M: a <a@x>\nF: ${'*a'.repeat(200)}b\n`;
    expect(maintainersOf(text, ['a'.repeat(4_000)]).size).toBe(0);
  });
});
