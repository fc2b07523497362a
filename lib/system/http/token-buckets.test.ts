import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';

describe('a token bucket that refills with time', () => {
  const start = (keysMax = 10) => {
    const clock = { nowMs: 0 };
    const buckets = createTokenBuckets({
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

  it('drops the key that failed longest ago when there are too many keys', () => {
    const { buckets, fail } = start(2);
    for (const key of ['a', 'b', 'a', 'c']) fail(key, 3);
    expect(['a', 'b', 'c'].map((key) => buckets.isSpent(key))).toEqual([true, false, true]);
  });

  it('lets a key act as often as its capacity, and then says how many seconds it must wait', () => {
    const { clock, buckets } = start();
    expect([1, 2, 3, 4, 5].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1, 1]);
    expect(buckets.take('b')).toBe(0);
    clock.nowMs = 499;
    expect(buckets.take('a')).toBe(1);
    // A call that the bucket refuses takes no token from the bucket.
    clock.nowMs = 500;
    expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 1]);
  });

  it('reserves later tokens in the order of the calls', () => {
    const { clock, buckets } = start();
    expect([1, 2, 3, 4, 5].map(() => buckets.reserve('a'))).toEqual([0, 0, 0, 500, 1_000]);
    clock.nowMs = 500;
    expect(buckets.reserve('a')).toBe(1_000);
    expect(buckets.reserve('b')).toBe(0);
  });

  it('returns a wait after which a token is available, even if tokens are added slowly', () => {
    const clock = { nowMs: 0 };
    const buckets = createTokenBuckets({
      capacity: 1,
      refillPerSecond: 10 / 60,
      keysMax: 10,
      nowMs: () => clock.nowMs,
    });
    buckets.take('a');
    const waitSeconds = buckets.take('a');
    expect(waitSeconds).toBe(6);
    clock.nowMs = waitSeconds * 1_000;
    expect(buckets.take('a')).toBe(0);
  });

  it('keeps at most `keysMax` keys, even if more keys take a token', () => {
    const { buckets } = start(2);
    for (const key of ['a', 'b', 'c']) for (let count = 0; count < 4; count++) buckets.take(key);
    expect(['a', 'b', 'c'].map((key) => buckets.isSpent(key))).toEqual([false, true, true]);
  });
});
