import type { TestTimes } from '@/tests/stages/test-times';
import type { Kind, NearTest, Selection } from './select-tests';

/** What a run does, and what it leaves out. */
export interface Plan {
  run: Record<Kind, NearTest[]>;
  skipped: NearTest[];
  /** About how long the run takes on a quiet machine with two cores. */
  seconds: number;
}

/** What a plan has to go by. */
export interface PlanOptions {
  selection: Selection;
  maxSeconds: number;
  /** Of earlier runs. */
  times: TestTimes;
  /** How many tests a file declares: for a file that has not been run here. */
  testsIn(file: string): number;
}

/** Seconds of what every run does, on two cores: measured, and rounded up. */
const fixed = { checks: 12, database: 5, build: 20, stack: 12 };

/** Seconds of a test file that nobody has timed: some to start, and some for each test. */
const untimed: Record<Kind, { start: number; each: number }> = {
  unit: { start: 1, each: 0.1 },
  integration: { start: 4, each: 2 },
  story: { start: 12, each: 5 },
};

/**
 * Fits a selection into the time. Near unit tests always run, and so does the nearest story: without it no screen
 * would be tried. Then the nearest integration tests, then further stories, each as far as the time goes.
 */
export function makePlan({ selection, maxSeconds, times, testsIn }: PlanOptions): Plan {
  const of = (kind: Kind) => selection.near.filter((test) => test.kind === kind);
  const cost = ({ file, kind }: NearTest) =>
    times[file] ?? untimed[kind].start + untimed[kind].each * testsIn(file);
  const [unit, integration, specs] = [of('unit'), of('integration'), of('story')];
  const forSpecs = specs.length > 0 ? fixed.build + fixed.stack : 0;
  const spent = fixed.checks + sideBySide(unit.map(cost)) + forSpecs;
  const first = specs.slice(0, 1);
  const nearest = first.map(cost);
  const room = maxSeconds - spent - sideBySide(nearest);
  const someIntegration = fit(integration, cost, room - fixed.database, []);
  const used = someIntegration.length > 0 ? fixed.database + sideBySide(someIntegration.map(cost)) : 0;
  const someSpecs = [...first, ...fit(specs.slice(1), cost, maxSeconds - spent - used, nearest)];
  const run = { unit, integration: someIntegration, story: someSpecs };
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

/** How long files take when two run at a time. */
function sideBySide(seconds: readonly number[]): number {
  return Math.max(0, ...seconds, seconds.reduce((sum, one) => sum + one, 0) / 2);
}

/** The nearest first; one that does not fit is left out, and a shorter one behind it may fit. */
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
