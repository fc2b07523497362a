import { expect, test } from 'vitest';
import { makePlan } from './plan';
import type { Kind, NearTest } from './select-tests';

const one = (kind: Kind, file: string): NearTest => ({ kind, file, reason: 'imports it' });

function planOf(near: NearTest[], times: Record<string, number>, maxSeconds = 120) {
  const plan = makePlan({ selection: { near, far: [], notes: [] }, maxSeconds, times, testsIn: () => 1 });
  const files = (tests: NearTest[]) => tests.map(({ file }) => file);
  return {
    unit: files(plan.run.unit),
    integration: files(plan.run.integration),
    spec: files(plan.run.spec),
    skipped: files(plan.skipped),
    seconds: plan.seconds,
  };
}

test('all near tests run when the time is sufficient', () => {
  const near = [one('unit', 'u'), one('integration', 'i'), one('spec', 's')];
  const plan = planOf(near, { u: 1, i: 5, s: 10 });
  expect(plan).toMatchObject({ unit: ['u'], integration: ['i'], spec: ['s'], skipped: [] });
  expect(plan.seconds).toBeLessThanOrEqual(120);
});

test('the nearest test runs first, and a test that does not fit into the time is skipped', () => {
  const near = ['s1', 's2', 's3', 's4'].map((file) => one('spec', file));
  const plan = planOf(near, { s1: 60, s2: 60, s3: 60, s4: 3 });
  expect(plan).toMatchObject({ spec: ['s1', 's2', 's4'], skipped: ['s3'] });
  expect(plan.seconds).toBeLessThanOrEqual(120);
});

test('near unit tests and the nearest spec run even if they exceed the time limit', () => {
  const near = [one('unit', 'u'), one('integration', 'i'), one('spec', 's1'), one('spec', 's2')];
  const plan = planOf(near, { u: 50, i: 5, s1: 300, s2: 1 });
  expect(plan).toMatchObject({ unit: ['u'], integration: [], spec: ['s1'] });
  expect(plan.skipped).toEqual(['i', 's2']);
});

test('if a change selects no spec, the time of the build is available to integration tests', () => {
  const near = ['i1', 'i2'].map((file) => one('integration', file));
  expect(planOf(near, { i1: 80, i2: 80 })).toMatchObject({ integration: ['i1', 'i2'], skipped: [] });
  expect(planOf([...near, one('spec', 's')], { i1: 80, i2: 80, s: 20 }).integration).toEqual([]);
});
