import { describe, expect, test } from 'vitest';
import { pageAddress } from '../../src/reply/page-address.ts';

describe('49: an id in a link is packed', () => {
  test.each(['a/b+c%d=e?f#g@example.org', '<x@example.org>', 'é@example.org'])('%s', (id) => {
    const address = new URL(pageAddress('https://giveback.example/', id) ?? '');
    expect(address.pathname.split('/')).toHaveLength(3);
    expect(decodeURIComponent(address.pathname.split('/')[2] ?? '')).toBe(id);
    expect([address.search, address.hash]).toEqual(['', '']);
  });
});
