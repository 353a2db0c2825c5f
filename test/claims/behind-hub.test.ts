import { expect, test } from 'vitest';
import { saysBehindHub } from '../../src/claims/behind-hub.ts';

test.each([
  'The webcam was behind a hub in all tests.',
  'With the camera connected through a cheap four port hub, pictures tear.',
  'pwc on musb loses packets. The camera is reached via the high-speed hub of the board.',
])('%s', (text) => {
  expect(saysBehindHub(text)).toBe(true);
});

test.each([
  ['a hub alone', 'The board has a hub. The camera is a Philips one.'],
  ['something else behind it', 'The disk is behind a hub, the camera is not.'],
  ['a denial', 'The camera was not behind a hub.'],
  ['a case', 'If the camera is behind a hub this fails.'],
  ['both ways', 'The camera was behind a hub. Then the camera was plugged in directly.'],
  ['a choice', 'The camera works through a hub or on its own port.'],
  ['the root hub', 'The camera is found via the root hub.'],
  ['a hub that is as slow as the camera', 'The camera was behind a full-speed hub.'],
  ['a site', 'See github.com/camera/hub for the camera.'],
])('%s: %s', (_, text) => {
  expect(saysBehindHub(text)).toBe(false);
});

test('a text without an end is read to a bound', () => {
  expect(saysBehindHub(`camera behind a ${'very '.repeat(100_000)}hub`)).toBe(false);
});
