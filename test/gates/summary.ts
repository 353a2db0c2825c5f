import type { TestCase, TestModule, Vitest } from 'vitest/node';
import type { Reporter } from 'vitest/reporters';
import { sharedExists } from '../support/shared.ts';

type Outcome = 'passed' | 'failed' | 'skipped';

const casesOf = (modules: readonly TestModule[]): TestCase[] =>
  modules.flatMap((module) => [...module.children.allTests()]);

const outcomeOf = (test: TestCase): Outcome => {
  const { state } = test.result();
  return state === 'pending' ? 'failed' : state;
};

/** A file that broke before its first test is one failure: without this it would count as nothing. */
const brokenFiles = (modules: readonly TestModule[]): number =>
  modules.filter((module) => module.state() === 'failed' && casesOf([module]).every((test) => test.ok()))
    .length;

/**
 * Prints `N passed, N failed, N skipped` as the last line of a run. With the real mails at hand no acceptance test
 * may be skipped: a run that skips one fails.
 */
export class SummaryReporter implements Reporter {
  #isWholeRun = true;

  onInit(vitest: Vitest): void {
    this.#isWholeRun = vitest.config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const outcomes = casesOf(modules).map(outcomeOf);
    const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
    const failed = count('failed') + brokenFiles(modules) + unhandled.length;
    this.#refuseSkippedAcceptance(modules);
    console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`);
  }

  #refuseSkippedAcceptance(modules: readonly TestModule[]): void {
    if (!sharedExists || !this.#isWholeRun) return;
    const skipped = casesOf(modules.filter(({ moduleId }) => moduleId.includes('/test/acceptance/'))).filter(
      (test) => outcomeOf(test) === 'skipped',
    );
    for (const test of skipped) console.error(`skipped although the real mails are here: ${test.fullName}`);
    if (skipped.length > 0) process.exitCode = 1;
  }
}
