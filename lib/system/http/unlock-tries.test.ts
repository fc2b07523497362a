import { describe, expect, it } from 'vitest';
import { lockedMs, triesMax, tryUnlock, type UnlockTries, wrongTriesMax } from './unlock-tries';

const start: UnlockTries = { tries: 0, triedAt: null, wrongTries: 0 };
const at = (ms: number) => new Date(1_000_000 + ms);

/**
 * Makes the given number of tries with wrong digits, one after the other. The clock shows the same time for all tries.
 */
function wrong(counts: UnlockTries, times: number, now: Date): UnlockTries {
  let current = counts;
  for (let n = 0; n < times; n++) current = tryUnlock(current, () => false, now).changed ?? current;
  return current;
}

describe('tries at the unlock digits', () => {
  it('say how many are left, and right digits reset the sequence but not the total', () => {
    const first = tryUnlock(start, () => false, at(0));
    expect(first.refusal).toEqual({ code: 'wrong_digits', left: triesMax - 1 });
    const after = tryUnlock(wrong(start, 2, at(0)), () => true, at(1));
    expect(after).toEqual({ refusal: null, changed: { tries: 0, triedAt: null, wrongTries: 2 } });
  });

  it('pause after five wrong ones; during the pause, nothing is compared or counted', () => {
    const paused = wrong(start, triesMax, at(0));
    const during = tryUnlock(paused, () => expect.fail('compared'), at(lockedMs - 1));
    expect(during).toEqual({ refusal: { code: 'locked', until: at(lockedMs) }, changed: null });
    expect(tryUnlock(paused, () => true, at(lockedMs)).refusal).toBeNull();
  });

  it('end after twenty wrong ones in total', () => {
    let counts = start;
    for (let n = 0; n < wrongTriesMax / triesMax; n++) counts = wrong(counts, triesMax, at(n * lockedMs));
    expect(counts.wrongTries).toBe(wrongTriesMax);
    const end = tryUnlock(counts, () => expect.fail('compared'), at(100 * lockedMs));
    expect(end).toEqual({ refusal: { code: 'closed' }, changed: null });
  });
});
