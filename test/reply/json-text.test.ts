import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from '../../src/reply/json-text.ts';

test('any text keeps its value, and shows no terminal anything to obey', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = jsonText({ text });
      expect(JSON.parse(written)).toEqual({ text });
      expect(written).not.toMatch(/[\p{Cf}\p{Cs}\u2028\u2029]|(?!\n)\p{Cc}/u);
    }),
  );
});
