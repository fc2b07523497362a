import { describe, expect, it } from 'vitest';
import { mayPass, waitBeforeRetry } from './read-retries';
import { PlatformError } from './platform-error';

const failed = (status: number, retryAfterSeconds: number | null = null) =>
  new PlatformError('failed', { status, code: 'x', retryAfterSeconds });

describe('retries of reads', () => {
  it('ERR-4: happen after errors that may be temporary, and never after a definite response', () => {
    for (const status of [0, 429, 500, 502, 503, 599])
      expect(mayPass(failed(status)), `${status}`).toBe(true);
    for (const status of [200, 302, 400, 401, 403, 404, 409, 413, 422])
      expect(mayPass(failed(status)), `${status}`).toBe(false);
  });

  it('wait longer each time, with random variation, and at most 6 s', () => {
    const waits = [0, 1, 2, 3, 4, 5, 50].map((attempt) => waitBeforeRetry(failed(500), attempt, 0.5).sleepMs);
    expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 4_000, 4_000]);
    expect(waitBeforeRetry(failed(0), 9, 0).sleepMs).toBe(2_000);
    expect(waitBeforeRetry(failed(0), 9, 1).sleepMs).toBe(6_000);
  });

  it('LIM-2: never start earlier than Retry-After', () => {
    for (const chance of [0, 0.5, 1])
      expect(waitBeforeRetry(failed(503, 7), 0, chance).sleepMs).toBeGreaterThan(7_000);
    // The retry does not sleep after a 429, because the request budget already makes every request of the install wait.
    expect(waitBeforeRetry(failed(429, 7), 0, 1)).toEqual({ sleepMs: 0, leastMs: 7_000 });
    expect(waitBeforeRetry(failed(429), 0, 1)).toEqual({ sleepMs: 0, leastMs: 60_000 });
  });
});
