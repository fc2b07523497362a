import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spaceReads } from '@/lib/shared/live/space-reads';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads of which each takes `readMs`. Returns the times of their starts, in milliseconds from now. */
function setUp(readMs: number) {
  const beginMs = performance.now();
  const starts: number[] = [];
  let endsAtMs = -Infinity;
  const reads = spaceReads({
    isReading: () => performance.now() < endsAtMs,
    read: () => {
      starts.push(Math.round(performance.now() - beginMs));
      endsAtMs = performance.now() + readMs;
    },
  });
  return { reads, starts };
}

it('the first change starts a read at once, and many changes start at most one read a second', () => {
  const { reads, starts } = setUp(10);
  for (let ms = 0; ms < 3_000; ms += 50) {
    reads.ask();
    vi.advanceTimersByTime(50);
  }
  expect(starts).toEqual([0, 1_000, 2_000, 3_000]);
});

it('a read is not interrupted by changes, and a change during the read causes one more read after it', () => {
  const { reads, starts } = setUp(2_500);
  reads.ask();
  vi.advanceTimersByTime(1_200);
  reads.ask();
  reads.ask();
  vi.advanceTimersByTime(10_000);
  expect(starts).toHaveLength(2);
  expect(starts[1]).toBeGreaterThanOrEqual(2_500);
});

it('a read that has no response after 30 seconds is started again, if a change has arrived', () => {
  const { reads, starts } = setUp(1_000_000);
  reads.ask();
  vi.advanceTimersByTime(1_000);
  reads.ask();
  vi.advanceTimersByTime(28_500);
  expect(starts).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(starts).toHaveLength(2);
});

it('after the stop, no read starts', () => {
  const { reads, starts } = setUp(10);
  reads.ask();
  reads.ask();
  reads.stop();
  vi.advanceTimersByTime(5_000);
  expect(starts).toEqual([0]);
});
