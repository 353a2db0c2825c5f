import { expect, it } from 'vitest';
import { auditMebibytes } from '../../src/verdict/unit-slip.ts';
import { claimOf, type Sketch } from './claim-builder.ts';
import { settings } from './settings.ts';

const camera: Sketch = { unit: 'MB/s', workload: 'video-capture', quantity: '640x480 YUV422 @30fps' };
const found = (sketch: Partial<Sketch>) => auditMebibytes(claimOf({ ...camera, ...sketch }), settings.limits);

it('a video rate computed with 1,048,576 is noted', () => {
  const [finding] = found({ after: 17.6 });
  expect(finding).toMatchObject({ kind: 'unit-slip', severity: 'info' });
  expect(finding?.numbers['rate']).toBeCloseTo(18.432, 3);
  expect(found({ after: 19.7, quantity: '720x576 YUV422 @25fps' })).toHaveLength(1);
});

it.each([
  ['a right one', { after: 18.4 }],
  ['one that is neither', { after: 12 }],
  ['compressed video', { after: 17.6, quantity: '640x480 MJPEG @30fps' }],
  ['a rate in MiB', { after: 17.6, unit: 'MiB/s' }],
  ['a picture without a rate', { after: 17.6, quantity: '640x480 YUV422' }],
])('%s is left alone', (_, sketch) => expect(found(sketch)).toEqual([]));
