import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesFor, type Pace, paceWindowMs, remainingMs } from '@/lib/operations/bulk/bulk-pace';

const pace = (change: Partial<Pace>): Pace => ({
  remaining: 54,
  endedLately: 54,
  runningForMs: 60_000,
  writesPerMinute: 54,
  sharing: 1,
  ...change,
});

describe('the estimated end of a run', () => {
  it('follows the rate of the last minutes', () => {
    expect(remainingMs(pace({}))).toBe(60_000);
    expect(remainingMs(pace({ endedLately: 27 }))).toBe(120_000);
    expect(remainingMs(pace({ runningForMs: 3_600_000, endedLately: 81 }))).toBe(120_000);
  });

  it('LIM-1: is never sooner than the request budget allows, which the running runs share, even after a fast burst', () => {
    expect(remainingMs(pace({ endedLately: 500 }))).toBe(60_000);
    expect(remainingMs(pace({ endedLately: 500, sharing: 3 }))).toBe(180_000);
    expect(remainingMs(pace({ runningForMs: 2_000, endedLately: 10 }))).toBe(60_000);
  });

  it('is unknown when no item ends', () => {
    expect(remainingMs(pace({ endedLately: 0, runningForMs: 29_000 }))).toBe(60_000);
    expect(remainingMs(pace({ endedLately: 0 }))).toBeNull();
  });

  it('is never sooner with more items left or with a slower pace', () => {
    const number = fc.integer({ min: 0, max: 1_000 });
    const parts = fc.record({
      remaining: number,
      endedLately: fc.integer({ min: 1, max: 200 }),
      runningForMs: fc.integer({ min: 30_000, max: 2 * paceWindowMs }),
    });
    fc.assert(
      fc.property(parts, number, (part, more) => {
        const left = remainingMs(pace(part)) ?? Number.NaN;
        expect(remainingMs(pace({ ...part, remaining: part.remaining + more }))).toBeGreaterThanOrEqual(left);
        expect(remainingMs(pace({ ...part, endedLately: part.endedLately + more }))).toBeLessThanOrEqual(
          left,
        );
        expect(left).toBeGreaterThanOrEqual(Math.floor((part.remaining / 54) * 60_000));
      }),
    );
  });

  it('is rounded up to whole minutes for 30 or more writes', () => {
    expect([30, 54, 55].map((writes) => minutesFor(writes, 54))).toEqual([1, 1, 2]);
  });

  it('is 0 for fewer than 30 writes, because they take only seconds', () => {
    expect([0, 1, 29].map((writes) => minutesFor(writes, 54))).toEqual([0, 0, 0]);
  });
});
