import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitCostlyActions } from './costly-actions';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const done = () => Promise.resolve({ code: 'done' });

it('S13: an install over its limit gets busy with the time to wait, another install does not', async () => {
  const limit = limitCostlyActions({ perMinute: 20 });
  for (let n = 0; n < 20; n += 1) expect(await limit.run('inst_1', done)).toEqual({ code: 'done' });
  expect(await limit.run('inst_1', done)).toEqual({ code: 'busy', status: 429, waitSeconds: 3 });
  expect(await limit.run('inst_2', done)).toEqual({ code: 'done' });
  vi.advanceTimersByTime(3_000);
  expect(await limit.run('inst_1', done)).toEqual({ code: 'done' });
});

it('S13: the actions of one install run one after another; one that waits for 10 s gets busy and does not run', async () => {
  const limit = limitCostlyActions({ perMinute: 20 });
  let end = () => {};
  const first = limit.run('inst_1', () => new Promise<void>((resolve) => (end = resolve)));
  const second = vi.fn(done);
  const outcome = limit.run('inst_1', second);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toEqual({ code: 'busy', status: 429, waitSeconds: 10 });
  end();
  await first;
  expect(second).not.toHaveBeenCalled();
  expect(await limit.run('inst_1', done)).toEqual({ code: 'done' });
});

it('an action that fails is not reported as busy', async () => {
  const limit = limitCostlyActions({ perMinute: 20 });
  await expect(limit.run('inst_1', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await limit.run('inst_1', done)).toEqual({ code: 'done' });
});
