import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextWatermark, overlapMs, readFrom } from './next-watermark';

const runs = { numRuns: 10_000 };
const dayMs = 86_400_000;
const moment = fc.integer({ min: 0, max: 30 * dayMs }).map((ms) => new Date(Date.UTC(2026, 0, 1) + ms));
const run = fc.record({
  current: fc.option(moment, { nil: null }),
  startedAt: moment,
  newestSeen: fc.option(moment, { nil: null }),
});
const ms = (date: Date | null) => date?.getTime() ?? Number.NEGATIVE_INFINITY;

it('M9: a watermark never moves back', () => {
  fc.assert(
    fc.property(run, (seen) => ms(nextWatermark(seen)) >= ms(seen.current)),
    runs,
  );
});

it('M9: a watermark never moves past the start of its run or past the newest row that the run saw', () => {
  fc.assert(
    fc.property(run, (seen) => {
      const next = nextWatermark(seen);
      const isMoved = ms(next) !== ms(seen.current);
      return !isMoved || ms(next) <= Math.min(ms(seen.startedAt), ms(seen.newestSeen));
    }),
    runs,
  );
});

it('M9: a watermark moves as far as its run proves, so that the same rows are not read for ever', () => {
  fc.assert(
    fc.property(run, (seen) => {
      const proven = Math.min(ms(seen.startedAt), ms(seen.newestSeen));
      return ms(nextWatermark(seen)) === Math.max(ms(seen.current), proven);
    }),
    runs,
  );
});

it('M9: a run that saw no rows does not move the watermark', () => {
  fc.assert(
    fc.property(run, (seen) => ms(nextWatermark({ ...seen, newestSeen: null })) === ms(seen.current)),
    runs,
  );
});

it('M9: the order in which two runs end does not matter', () => {
  fc.assert(
    fc.property(run, run, ({ current, ...first }, { current: _, ...second }) => {
      const one = nextWatermark({ ...second, current: nextWatermark({ ...first, current }) });
      const other = nextWatermark({ ...first, current: nextWatermark({ ...second, current }) });
      return ms(one) === ms(other);
    }),
    runs,
  );
});

it('M9: a change after the start of a run is read by the next run, even if the platform clock is up to 2 minutes behind ours', () => {
  fc.assert(
    fc.property(
      run,
      fc.integer({ min: -2 * 60_000, max: 2 * 60_000 }),
      fc.integer({ min: 0, max: dayMs }),
      ({ startedAt, newestSeen }, skewMs, laterMs) => {
        const from = readFrom(nextWatermark({ current: null, startedAt, newestSeen }));
        // The time at which the test changes a row of the platform's list, measured by the platform's clock.
        const changedAt = startedAt.getTime() + skewMs + laterMs;
        return from === null || from.getTime() <= changedAt;
      },
    ),
    runs,
  );
});

it('a run reads the overlap again, and reads everything if there is no watermark', () => {
  fc.assert(
    fc.property(moment, (watermark) => {
      expect(readFrom(watermark)).toEqual(new Date(watermark.getTime() - overlapMs));
    }),
    runs,
  );
  expect(readFrom(null)).toBeNull();
});
