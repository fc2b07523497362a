import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedMs, minutesOf, type Pace, paceWindowMs, remainingMs } from '@/lib/operations/bulk/bulk-pace';

const pace = (change: Partial<Pace>): Pace => ({
  remaining: 54,
  endedLately: 54,
  runningForMs: 60_000,
  writesPerMinute: 54,
  othersWaiting: [],
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
    expect(remainingMs(pace({ endedLately: 500, othersWaiting: [54, 1_000] }))).toBe(180_000);
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

  const minutesFor = (writes: number) => minutesOf(allowedMs(pace({ remaining: writes })));

  it('is rounded up to whole minutes for 30 or more writes', () => {
    expect([30, 54, 55].map(minutesFor)).toEqual([1, 1, 2]);
  });

  it('is 0 for fewer than 30 writes, because they take only seconds', () => {
    expect([0, 1, 29].map(minutesFor)).toEqual([0, 0, 0]);
  });

  it('of a short run does not contain the items that a long run sends later, because the runs send in turn', () => {
    const short = { remaining: 3, othersWaiting: [1_000] };
    expect(allowedMs(pace(short))).toBe(allowedMs(pace({ remaining: 6 })));
    expect(minutesOf(allowedMs(pace(short)))).toBe(0);
    expect(minutesOf(allowedMs(pace({ remaining: 200, othersWaiting: [200] })))).toBe(8);
  });

  it('right after the start is the estimate of the check before the start', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.array(fc.nat(1_000), { maxLength: 3 }), (remaining, othersWaiting) => {
        const started = pace({ remaining, othersWaiting, runningForMs: 0, endedLately: 0 });
        expect(minutesOf(remainingMs(started) ?? Number.NaN)).toBe(minutesOf(allowedMs(started)));
      }),
    );
  });
});
