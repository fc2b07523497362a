import { expect, it } from 'vitest';
import { shareFor } from '@/lib/system/process/share-for';

it('callers within the time share one read, even if it is still in progress; after the time, the next caller reads again', async () => {
  const clock = { nowMs: 0 };
  let reads = 0;
  const read = shareFor(
    10_000,
    () => Promise.resolve(++reads),
    () => clock.nowMs,
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  clock.nowMs = 9_999;
  expect(await read()).toBe(1);
  clock.nowMs = 10_000;
  expect(await read()).toBe(2);
});
