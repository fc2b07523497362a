import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { type Program, startProgram } from '@/tests/support/stack/program';

/**
 * Duration of the test in this file, in milliseconds. It is long, because the test runs in real time, with real HTTP
 * and four processes. All other tests of the request budget are fast.
 */
const runMs = 75_000;
const windowMs = 60_000;

let world: AppWorld;
let programs: Program[];
let installId: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
  installId = await world.install();
  programs = await Promise.all(Array.from({ length: 4 }, () => startProgram(world.appEnv)));
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await world.stop();
});

/** Returns how many of the given times lie in the busiest 60 s. */
const busiest = (times: number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));

it(
  'D6 LIM-1: with 4 processes and 8 loops that send without pause, the sandbox never answers 429, and at least 95 % of our limits (170 and 55) is used',
  async () => {
    const outcomes = await Promise.all(
      programs.map((program) => program.run('spend-budget', installId, String(runMs))),
    );
    expect(outcomes.filter((outcome) => outcome?.ok !== true)).toEqual([]);
    const { data } = await world.sandbox.control<{ data: { at: string; method: string; status: number }[] }>(
      'GET',
      `/requests?install_id=${installId}`,
    );
    expect(data.filter(({ status }) => status === 429)).toEqual([]);
    const calls = busiest(data.map(({ at }) => Date.parse(at)));
    const writes = busiest(data.filter(({ method }) => method !== 'GET').map(({ at }) => Date.parse(at)));
    console.info(`busiest 60 s: ${calls} requests, of them ${writes} writes at most`);
    expect(calls).toBeGreaterThanOrEqual(0.95 * 170);
    expect(calls).toBeLessThan(180);
    expect(writes).toBeGreaterThanOrEqual(0.95 * 55);
    expect(writes).toBeLessThan(60);
  },
  runMs + 60_000,
);
