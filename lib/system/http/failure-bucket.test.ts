import { describe, expect, it } from 'vitest';
import { createFailureBuckets } from '@/lib/system/http/failure-bucket';

describe('a bucket from which failures take tokens and which time refills', () => {
  const start = (keysMax = 10) => {
    const clock = { nowMs: 0 };
    const buckets = createFailureBuckets({
      capacity: 3,
      refillPerSecond: 2,
      keysMax,
      nowMs: () => clock.nowMs,
    });
    const fail = (key: string, times: number) => {
      for (let count = 0; count < times; count++) buckets.charge(key);
    };
    return { clock, buckets, fail };
  };

  it('is spent after as many failures as its capacity, and other keys are not affected', () => {
    const { buckets, fail } = start();
    fail('a', 2);
    expect(buckets.isSpent('a')).toBe(false);
    fail('a', 1);
    expect(buckets.isSpent('a')).toBe(true);
    expect(buckets.isSpent('b')).toBe(false);
  });

  it('refills with time up to its capacity, and excess failures leave no debt', () => {
    const { clock, buckets, fail } = start();
    fail('a', 1_000);
    clock.nowMs = 499;
    expect(buckets.isSpent('a')).toBe(true);
    clock.nowMs = 500;
    expect(buckets.isSpent('a')).toBe(false);
    clock.nowMs = 1e9;
    fail('a', 3);
    expect(buckets.isSpent('a')).toBe(true);
  });

  it('stays full when the clock is set back', () => {
    const { clock, buckets, fail } = start();
    clock.nowMs = 1e6;
    fail('a', 1);
    clock.nowMs = 0;
    expect(buckets.isSpent('a')).toBe(false);
  });

  it('drops the key that failed longest ago when there are too many keys', () => {
    const { buckets, fail } = start(2);
    for (const key of ['a', 'b', 'a', 'c']) fail(key, 3);
    expect(['a', 'b', 'c'].map((key) => buckets.isSpent(key))).toEqual([true, false, true]);
  });
});
