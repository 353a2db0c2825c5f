import { describe, expect, it } from 'vitest';
import { planCheckStep } from '../../src/service/plan-check-step.ts';
import { GithubDescription } from '../support/github-description.ts';

const REQUEST = {
  ...{ thread: 't-1', list: 'github:owner/usb', topic: `owner/usb#7@${'a'.repeat(40)}` },
  policy: { stage: 'list', mute: false },
} as const;
const description = new GithubDescription();

describe('a step of an evaluation', () => {
  it.each(['queued', 'in_progress', 'given-up'] as const)(
    '"%s" is a check as GitHub describes one',
    (step) => {
      const post = planCheckStep(step, REQUEST);
      const sent = { query: new URLSearchParams(), body: JSON.parse(post?.body ?? '') };
      const at = '/repos/owner/usb/check-runs';
      expect(description.violations({ method: 'POST', path: at, ...sent })).toEqual([]);
      expect(description.violations({ method: 'PATCH', path: `${at}/1`, ...sent })).toEqual([]);
      expect(planCheckStep(step, REQUEST)).toEqual(post);
    },
  );

  it.each([
    { ...REQUEST, policy: { stage: 'shadow', mute: false } },
    { ...REQUEST, policy: { stage: 'moderated', mute: false } },
    { ...REQUEST, policy: { stage: 'list', mute: true } },
    { ...REQUEST, topic: 'no request' },
  ] as const)('is not said where nothing leaves by itself: %j', (request) => {
    expect(planCheckStep('queued', request)).toBeNull();
  });
});
