import { type Simulation, startSimulation } from './mirror-run';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testScale } from '@/tests/support/stack/test-scale';
import { type Bug, bugs } from './mirror-bugs';

const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);
const only = process.env.TEST_BUG;
/** The others show in one world of twenty or so: they are for the full size. */
const quicklySeen: readonly Bug[] = [
  'deduplicate_by_header',
  'drop_the_fence',
  'equal_loses',
  'half_sweep_deletes',
];
const worldsMax = testScale < 1 ? 40 : 240;
const worldsAtOnce = testScale < 1 ? 5 : 40;
/** Of a sound mirror, which is judged at length in mirror.test.ts. */
const soundWorlds = testScale < 1 ? 1 : 40;

let simulation: Simulation;
beforeAll(async () => {
  simulation = await startSimulation();
});
afterAll(() => simulation?.stop());

/** What has to happen for each to show; often enough for few worlds. */
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
  it(`the simulation catches a mirror that would ${bug.replaceAll('_', ' ')}`, {
    timeout: 1_800_000,
  }, async () => {
    // A cursor that is ahead of its page does harm when a process dies between the two.
    const deaths = bug === 'cursor_before_page' ? 0.3 : 0.03;
    const limits = { steps: 24, hasNight: false, focus: focus[bug], deaths };
    await simulation.plant(bug);
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
      expect(failed.length).toBeGreaterThan(0);
      // It is the bug that shows: a sound mirror comes through as many worlds of the same kind.
      await simulation.plant(null);
      const others = Array.from({ length: soundWorlds }, (_, at) => at);
      expect(await simulation.run(`${seed}/${bug}/sound`, others, limits)).toEqual([]);
    } finally {
      await simulation.plant(null);
    }
  });
