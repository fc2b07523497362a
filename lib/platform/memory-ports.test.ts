import { expect, it } from 'vitest';
import { fixedToken, openBudget } from './memory-ports';

it('the fixed token stays the same after a 401, which is counted', async () => {
  const tokens = fixedToken('abc');
  await tokens.refused(1, false);
  expect(await tokens.current(AbortSignal.timeout(1_000))).toEqual({ token: 'abc', version: 1 });
  expect(tokens.refusals).toBe(1);
});

it('the open budget delays a request only after a Retry-After, and ends the wait if the signal aborts', async () => {
  const budget = openBudget();
  const within = (ms: number) => ({ signal: AbortSignal.timeout(ms), untilMs: Date.now() + ms });
  const takenMs = async () => {
    const startedMs = performance.now();
    await budget.take('read', within(5_000));
    return performance.now() - startedMs;
  };
  expect(await takenMs()).toBeLessThan(50);
  await budget.block(0.1);
  expect(await takenMs()).toBeGreaterThan(90);
  await budget.block(60);
  const aborting = { signal: AbortSignal.timeout(20), untilMs: Date.now() + 90_000 };
  await expect(budget.take('write', aborting)).rejects.toThrow('aborted');
});

it('the open budget refuses a request whose deadline is before the end of Retry-After, and says how long to wait', async () => {
  const budget = openBudget();
  await budget.block(60);
  const deadline = { signal: AbortSignal.timeout(15_000), untilMs: Date.now() + 15_000 };
  await expect(budget.take('write', deadline)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 });
});
