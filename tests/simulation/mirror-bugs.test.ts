import { type Simulation, startSimulation } from './mirror-run';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testScale } from '@/tests/support/stack/test-scale';
import { type Bug, bugs } from './mirror-bugs';

const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);
const only = process.env.TEST_BUG;
/**
 * The planted bugs that are also tested at reduced test size, because they have an effect in almost every world (a
 * platform with one store). The other bugs have an effect in about one world of twenty, so they are tested only at full
 * test size. If the environment variable TEST_BUG is set, only that bug is tested.
 */
const quicklySeen: readonly Bug[] = [
  'deduplicate_by_header',
  'drop_the_fence',
  'equal_loses',
  'half_sweep_deletes',
];
const worldsMax = testScale < 1 ? 40 : 240;
const worldsAtOnce = testScale < 1 ? 5 : 40;
/**
 * The number of worlds that run without a planted bug. They check that the simulation reports no difference if there is
 * no bug. A small number is enough, because mirror.test.ts runs many such worlds.
 */
const soundWorlds = testScale < 1 ? 1 : 40;

let simulation: Simulation;
beforeAll(async () => {
  simulation = await startSimulation();
});
afterAll(() => simulation?.stop());

/**
 * For each planted bug, weights of the random steps. With these weights, the simulation finds the bug within a few
 * worlds.
 */
const focus: Record<Bug, Record<string, number>> = {
  deduplicate_by_header: {},
  clear_mark_early: { deleteProduct: 6, apiStorm: 8, deliver: 30 },
  drop_the_fence: { overtakenRead: 15 },
  equal_loses: { sameMillisecond: 15 },
  ignore_tombstones: { overtakenPage: 20 },
  trust_the_payload: { deliveryStorm: 10, lateCopies: 6 },
  no_overlap: { changedBehindPage: 15 },
  cursor_before_page: { note: 40, incremental: 15 },
  half_sweep_deletes: { auditMidway: 25 },
};

for (const bug of bugs.filter((name) =>
  only ? name === only : testScale >= 1 || quicklySeen.includes(name),
))
  it(`the simulation detects the planted bug "${bug.replaceAll('_', ' ')}"`, {
    timeout: 1_800_000,
  }, async () => {
    // The bug `cursor_before_page` stores the cursor of a sweep (a read of a whole list) in a separate write before it
    // stores the rows of the page. The bug has an effect only if a process dies between the two writes. So processes
    // die more often in the worlds with this bug.
    const crashProbability = bug === 'cursor_before_page' ? 0.3 : 0.03;
    const limits = { steps: 24, hasNight: false, focus: focus[bug], crashProbability };
    const goal = `the simulation must detect the planted bug "${bug}"`;
    expect(await simulation.plant(bug).then(() => null, String), goal).toBeNull();
    try {
      let failed: string[] = [];
      let worlds = 0;
      for (; failed.length === 0 && worlds < worldsMax; worlds += worldsAtOnce) {
        const indexes = Array.from({ length: worldsAtOnce }, (_, at) => worlds + at);
        failed = await simulation.run(`${seed}/${bug}`, indexes, { ...limits, untilFound: true });
      }
      console.log(
        `seed ${seed}, ${bug}: ${failed.length} of ${worlds} worlds, such as ${failed[0]?.slice(0, 400)}`,
      );
      expect(failed.length, goal).toBeGreaterThan(0);
      // Runs a few worlds with the same settings, but without the bug. If these worlds pass, the planted bug was the
      // reason for the failures above.
      await simulation.plant(null);
      const others = Array.from({ length: soundWorlds }, (_, at) => at);
      expect(await simulation.run(`${seed}/${bug}/sound`, others, limits)).toEqual([]);
    } finally {
      await simulation.plant(null);
    }
  });
