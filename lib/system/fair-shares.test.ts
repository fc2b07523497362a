import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairShares, ShareTimeout } from './fair-shares';

describe('createFairShares', () => {
  it('lets each key run only its share at a time, in order, and never limits another key', async () => {
    const shares = createFairShares({ share: 2, waitMs: 10_000, waitersMax: 10 });
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const runs = [0, 1, 2, 3].map((n) =>
      shares.run('a', () => {
        started.push(n);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await sleep(0);
    expect(started).toEqual([0, 1]);
    expect(await shares.run('b', async () => 'done')).toBe('done');
    ends[0]?.();
    await runs[0];
    await sleep(0);
    expect(started).toEqual([0, 1, 2]);
    for (const n of [1, 2, 3]) {
      ends[n]?.();
      await runs[n];
      await sleep(0);
    }
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('frees the share of work that failed', async () => {
    const shares = createFairShares({ share: 1, waitMs: 10, waitersMax: 10 });
    await expect(shares.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await shares.run('a', async () => 'done')).toBe('done');
  });

  it('rejects a caller that waited too long, and does not run its work later', async () => {
    const shares = createFairShares({ share: 1, waitMs: 10, waitersMax: 10 });
    let end = () => {};
    const first = shares.run('a', () => new Promise<void>((resolve) => (end = resolve)));
    let isRun = false;
    await expect(
      shares.run('a', async () => {
        isRun = true;
      }),
    ).rejects.toThrow(ShareTimeout);
    end();
    await first;
    await sleep(0);
    expect(isRun).toBe(false);
    expect(await shares.run('a', async () => 'done')).toBe('done');
  });

  it('rejects a caller at once if 200 callers with the same key wait already', async () => {
    const shares = createFairShares({ share: 1, waitMs: 60_000, waitersMax: 200 });
    let end = () => {};
    const first = shares.run('a', () => new Promise<void>((resolve) => (end = resolve)));
    let runs = 0;
    const count = async () => void (runs += 1);
    const waiting = Array.from({ length: 200 }, () => shares.run('a', count));
    const isWaiting = new Promise((resolve) => setImmediate(resolve, 'still waiting'));
    await expect(Promise.race([shares.run('a', count), isWaiting])).rejects.toThrow(ShareTimeout);
    expect(await shares.run('b', async () => 'done')).toBe('done');
    end();
    await Promise.all([first, ...waiting]);
    expect(runs).toBe(200);
    expect(await shares.run('a', async () => 'done')).toBe('done');
  });
});
