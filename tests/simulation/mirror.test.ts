import { type Simulation, startSimulation } from './mirror-run';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answered, fired, recovered, unexpected } from './mirror-chaos';
import { log } from '@/lib/system/log';
import { testScale } from '@/tests/support/stack/test-scale';

const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);
const alone = process.env.TEST_WORLD === undefined ? null : Number(process.env.TEST_WORLD);
const worlds = alone === null ? Math.max(1, Math.round(1_000 * testScale)) : 1;

let simulation: Simulation;
beforeAll(async () => {
  simulation = await startSimulation();
});
afterAll(() => simulation?.stop());

it('the simulation receives the errors that the app logs', () => {
  log.error({ error: new Error('of a test') }, 'an error of the app');
  log.error({ reason: 'of a test' }, 'an error of the app without a caught error');
  expect(unexpected.splice(0)).toHaveLength(2);
});

it(`${worlds} seeded worlds with faults converge: the mirror equals the platform's dump, field by field`, {
  timeout: 7_200_000,
}, async () => {
  console.log(`seed ${seed}`);
  const indexes = alone === null ? Array.from({ length: worlds }, (_, index) => index) : [alone];
  const failed = await simulation.run(seed, indexes);
  console.log(`seed ${seed}, ${worlds} worlds: ${JSON.stringify({ fired, recovered, answered })}`);
  expect(failed).toEqual([]);
  if (testScale < 1 || alone !== null) return;
  for (const [name, times] of Object.entries(fired)) expect(times, name).toBeGreaterThanOrEqual(50);
  for (const [name, times] of Object.entries(recovered)) expect(times, name).toBeGreaterThanOrEqual(20);
});
