import { expect, test } from 'vitest';
import { STAGES_TIMED, stageTimeOf, stageTimesText } from '../../src/service/stage-times.ts';

test('a stage counts for every bound it is within, and once in all', () => {
  const times = stageTimeOf('replay', 6);
  expect(times.get('replay 5')).toBeUndefined();
  expect([times.get('replay 10'), times.get('replay 900'), times.get('replay +Inf')]).toEqual([1, 1, 1]);
  expect(times.get('replay sum')).toBe(6);
});

test('the text has every stage and bound, whether it was ever seen or not, and no name of anybody else', () => {
  const text = stageTimesText(new Map([...stageTimeOf('reply', 0.2), ['<evil> 5', 7]]));
  for (const stage of STAGES_TIMED) expect(text).toContain(`giveback_stage_seconds_count{stage="${stage}"}`);
  expect(text).toContain('giveback_stage_seconds_bucket{stage="reply",le="0.1"} 0\n');
  expect(text).toContain('giveback_stage_seconds_bucket{stage="reply",le="0.5"} 1\n');
  expect(text).not.toContain('evil');
  expect(text.split('\n').filter((line) => !/^(?:#|giveback_stage_seconds_|$)/.test(line))).toEqual([]);
});
