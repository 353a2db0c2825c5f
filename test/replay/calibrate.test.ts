import { describe, expect, test } from 'vitest';
import { calibrate, solveClosedForm } from '../../src/replay/calibrate.ts';
import { MEDIAN_DRAW } from '../../src/replay/draws.ts';
import { implied } from '../../src/replay/inverse.ts';
import { costsAt } from '../../src/replay/priors.ts';
import type { Knob, Scene, Setting } from '../../src/replay/scene.ts';
import { run } from '../../src/simulator/run.ts';
import { hcdOf, withBh } from './built.ts';
import { configured } from './configured.ts';

const { limits, ...SETTINGS } = configured();
const HCD = hcdOf();
const DRAWN: Setting = {
  costs: costsAt(MEDIAN_DRAW, 'x86-desktop', { ...SETTINGS, limits }),
  era: 'E2',
  workload: { kind: 'hid', intervalNs: 1000 },
};

function intervalOf({ workload }: Setting): number {
  return workload.kind === 'hid' ? workload.intervalNs : 0;
}

const INTERVAL: Knob = {
  name: 'intervalNs',
  isWhole: true,
  isSource: false,
  turn: (setting, intervalNs) => ({ ...setting, workload: { kind: 'hid', intervalNs } }),
  range: () => ({ low: 1, high: 1_000_000 }),
};

/** Reports a second; the closed form leaves out `blindNs` of what a run shows. */
function sceneOf(blindNs: number): Scene {
  return {
    settingAt: () => DRAWN,
    knob: INTERVAL,
    read: (_, setting) => 1e9 / (intervalOf(setting) + blindNs),
    predict: (setting) => 1e9 / intervalOf(setting),
    windowNs: () => 10_000_000,
  };
}

const play = (setting: Setting): ReturnType<typeof run> =>
  run({ ...setting, hcd: HCD, seed: 1, windowNs: 10_000_000 });

function fittedInterval(blindNs: number, target: number): number | null {
  const fitted = calibrate(sceneOf(blindNs), DRAWN, { hcd: HCD, target, play, limits });
  return fitted === null ? null : intervalOf(fitted.setting);
}

describe('calibration', () => {
  test('finds the value that gives the figure', () => {
    expect(fittedInterval(0, 4000)).toBeCloseTo(250_000, -1);
  });

  test('corrects what the closed form does not see', () => {
    expect(fittedInterval(10_000, 4000)).toBeCloseTo(240_000, -3);
  });

  test('needs two runs where the value adds to the time, however much the closed form leaves out', () => {
    for (const blindNs of [1000, 20_000, 150_000]) {
      let runs = 0;
      const scene = { ...sceneOf(blindNs), knob: { ...INTERVAL, addsTime: true } as const };
      const fitted = calibrate(scene, DRAWN, {
        hcd: HCD,
        target: 4000,
        limits,
        play: (setting) => {
          runs += 1;
          return play(setting);
        },
      });
      expect(intervalOf(fitted?.setting ?? expect.fail()) / (250_000 - blindNs)).toBeCloseTo(1, 4);
      expect(runs).toBe(2);
    }
  });

  test('gives up on a figure outside of the range of the knob', () => {
    expect(fittedInterval(0, 1)).toBeNull();
    expect(fittedInterval(0, 1e12)).toBeNull();
    expect(fittedInterval(0, Number.NaN)).toBeNull();
  });

  test('without a figure plays the drawn setting as it is', () => {
    const fitted = calibrate(sceneOf(0), DRAWN, { hcd: HCD, target: null, play, limits });
    expect(fitted?.setting).toBe(DRAWN);
  });

  test('solves for a rate as finely as a rate can be told', () => {
    const setting = solveClosedForm(sceneOf(0), DRAWN, {
      knob: { ...INTERVAL, isWhole: false },
      hcd: HCD,
      aim: 12_345.678,
    });
    expect(1e9 / intervalOf(setting ?? expect.fail())).toBeCloseTo(12_345.678, 4);
  });
});

describe('the search for a whole value', () => {
  /** The figure as a rate of what the interval makes a piece of work take. */
  const searched = (takesNs: (intervalNs: number) => number, aim: number) => {
    let asked = 0;
    const predict = (setting: Setting): number => {
      asked += 1;
      return 1e9 / takesNs(intervalOf(setting));
    };
    const scene = { ...sceneOf(0), predict };
    const setting = solveClosedForm(scene, DRAWN, { knob: INTERVAL, hcd: HCD, aim });
    return { value: setting === null ? null : intervalOf(setting), asked };
  };
  const curves: Readonly<Record<string, (ns: number) => number>> = {
    'grows evenly': (ns) => 70_000 + ns,
    'is hidden at first': (ns) => Math.max(300_000, ns),
    'bends twice': (ns) => 10_000 + Math.max(ns, 2 * ns - 100_000, 5 * ns - 1_000_000),
    'goes by steps': (ns) => 125_000 * Math.ceil((ns + 1) / 125_000),
    'grows ever faster': (ns) => 1000 + ns ** 2 / 1000,
  };

  test.each(Object.entries(curves))('finds the first that is slow enough where the time %s', (_, takesNs) => {
    for (let share = 0.05; share < 1; share += 0.0471) {
      const aim = 1e9 / (takesNs(1) + share * (takesNs(1_000_000) - takesNs(1)));
      const { value } = searched(takesNs, aim);
      expect(1e9 / takesNs(value ?? Number.NaN)).toBeLessThan(aim);
      expect(1e9 / takesNs((value ?? Number.NaN) - 1)).toBeGreaterThanOrEqual(aim);
    }
  });

  test('guesses where the time grows evenly', () => {
    expect(searched((ns) => 70_000 + ns, 4000).asked).toBeLessThan(8);
  });

  test('never takes more than twice what halving takes', () => {
    const halvings = Math.ceil(Math.log2(1_000_000));
    for (const takesNs of Object.values(curves))
      expect(searched(takesNs, 1e9 / takesNs(640_000)).asked).toBeLessThanOrEqual(2 * halvings + 2);
  });
});

describe('the inverse', () => {
  /** Reports a second, later by ten tasklets under HCD_BH. */
  const scene: Scene = {
    ...sceneOf(0),
    predict: (setting, hcd) => 1e9 / (intervalOf(setting) + (hcd.hcdBh ? 10 * setting.costs.taskletNs : 0)),
  };
  const asked = {
    scene,
    sides: { before: HCD, after: withBh(HCD) },
    median: DRAWN,
    target: 10_000,
    plausible: { low: 50, high: 400 },
  };

  test('finds the cost that would make the claim true', () => {
    const found = implied({ ...asked, parameter: 'taskletNs', claimedPercent: 100 * (100 / 102 - 1) });
    expect(found?.needed).toBeCloseTo(200, 1);
    expect(found?.verdict).toBe('plausible');
  });

  test('may need less than nothing', () => {
    const found = implied({ ...asked, parameter: 'taskletNs', claimedPercent: 5 });
    expect(found?.needed).toBeLessThan(0);
    expect(found?.verdict).toBe('implausible');
  });

  test('has no answer from a cost that changes nothing', () => {
    expect(implied({ ...asked, parameter: 'skbNs', claimedPercent: 5 })).toBeNull();
  });
});
