import type { TestTimes } from '@/tests/stages/test-times';
import type { Kind, NearTest, Selection } from './select-tests';

/** The tests that `npm run test:near` runs, and the tests that it skips. */
export interface Plan {
  run: Record<Kind, NearTest[]>;
  skipped: NearTest[];
  /** Estimated duration of the selected tests in seconds, for an idle machine with two cores. */
  seconds: number;
}

/** The input of `makePlan`: the selected tests, the time limit and the known durations. */
export interface PlanOptions {
  selection: Selection;
  maxSeconds: number;
  /** The durations of test files that were recorded in earlier runs. */
  times: TestTimes;
  /**
   * Returns the number of tests that a file declares. The plan uses it to estimate the duration of a file without a
   * recorded duration.
   */
  testsIn(file: string): number;
}

/**
 * The durations, in seconds, of the steps whose duration does not depend on the chosen tests. The durations were
 * measured on two cores and rounded up.
 */
const fixed = { checks: 12, database: 5, build: 20, stack: 12 };

/**
 * Values for the estimated duration of a test file without a recorded duration: the seconds for its start, and the
 * seconds for each of its tests.
 */
const untimed: Record<Kind, { start: number; each: number }> = {
  unit: { start: 1, each: 0.1 },
  integration: { start: 4, each: 2 },
  spec: { start: 12, each: 5 },
};

/**
 * Chooses from the selected tests those that fit into the time limit. The unit tests in `near` always run. The browser
 * spec nearest to the change also always runs, so that at least one screen is tested. The remaining time is used for
 * the nearest integration tests first, and then for further specs.
 */
export function makePlan({ selection, maxSeconds, times, testsIn }: PlanOptions): Plan {
  const of = (kind: Kind) => selection.near.filter((test) => test.kind === kind);
  const cost = ({ file, kind }: NearTest) =>
    times[file] ?? untimed[kind].start + untimed[kind].each * testsIn(file);
  const [unit, integration, specs] = [of('unit'), of('integration'), of('spec')];
  const forSpecs = specs.length > 0 ? fixed.build + fixed.stack : 0;
  const spent = fixed.checks + sideBySide(unit.map(cost)) + forSpecs;
  const first = specs.slice(0, 1);
  const nearest = first.map(cost);
  const room = maxSeconds - spent - sideBySide(nearest);
  const someIntegration = fit(integration, cost, room - fixed.database, []);
  const used = someIntegration.length > 0 ? fixed.database + sideBySide(someIntegration.map(cost)) : 0;
  const someSpecs = [...first, ...fit(specs.slice(1), cost, maxSeconds - spent - used, nearest)];
  const run = { unit, integration: someIntegration, spec: someSpecs };
  const runs = new Set(Object.values(run).flat());
  const overBudget = selection.near
    .filter((test) => !runs.has(test))
    .map((test) => ({
      ...test,
      reason: `${test.reason}; about ${Math.round(cost(test))} s, no time is left`,
    }));
  return {
    run,
    skipped: [...overBudget, ...selection.far],
    seconds: spent + used + sideBySide(someSpecs.map(cost)),
  };
}

/** Returns how many seconds test files take if two of them run at the same time. */
function sideBySide(seconds: readonly number[]): number {
  return Math.max(0, ...seconds, seconds.reduce((sum, one) => sum + one, 0) / 2);
}

/**
 * Chooses the tests that fit into the remaining time. The function tries one test after another, beginning with the
 * test nearest to the change. It skips a test that is too long, because a later, shorter test may still fit.
 */
function fit(
  tests: readonly NearTest[],
  cost: (test: NearTest) => number,
  room: number,
  taken: readonly number[],
): NearTest[] {
  const costs = [...taken];
  return tests.filter((test) => {
    const fits = sideBySide([...costs, cost(test)]) <= room;
    if (fits) costs.push(cost(test));
    return fits;
  });
}
