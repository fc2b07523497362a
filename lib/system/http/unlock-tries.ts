/**
 * Counts of wrong tries to type the last four digits of the customer's phone number on the page of one link. All
 * clients that open the link share the counts. `tries`: wrong tries in a row. `wrongTries`: all wrong tries at this
 * link since it was made, or since a user last allowed new tries. `triedAt`: time of the last wrong try.
 */
export type UnlockTries = { tries: number; triedAt: Date | null; wrongTries: number };

/**
 * Limits for wrong tries at one link. `triesMax`: after this number of wrong tries in a row, no digits are checked for
 * a pause of `lockedMs` milliseconds. Without the pause, a program could reach `wrongTriesMax` within seconds, and the
 * customer could not answer any more.
 */
export const triesMax = 5;
export const lockedMs = 3_600_000;

/**
 * Maximum number of wrong tries for one link. After that, digits are not checked until a user allows new tries or makes
 * a new link. So an attacker can try only 20 of the 10,000 combinations, and the chance of success is 1 in 500 (S19).
 */
export const wrongTriesMax = 20;

/** True if the link has reached `wrongTriesMax`, so that no more digits are checked. */
export const areDigitsClosed = ({ wrongTries }: Pick<UnlockTries, 'wrongTries'>) =>
  wrongTries >= wrongTriesMax;

/**
 * Why typed digits were not accepted. `left`: number of tries that remain before the next pause, or before no more
 * digits are checked. `until`: time from which the customer may try again.
 */
export type UnlockRefusal =
  | { code: 'wrong_digits'; left: number }
  | { code: 'locked'; until: Date }
  | { code: 'closed' };

/**
 * Evaluates one try. `isRight` compares the typed digits with the stored ones; it is not called during a pause or after
 * `wrongTriesMax` wrong tries. `refusal` is null if the digits are right. `changed` has the new counts; null if they do
 * not change.
 */
export function tryUnlock(
  counts: UnlockTries,
  isRight: () => boolean,
  now: Date,
): { refusal: UnlockRefusal | null; changed: UnlockTries | null } {
  if (areDigitsClosed(counts)) return { refusal: { code: 'closed' }, changed: null };
  const lockedUntil = (counts.triedAt?.getTime() ?? 0) + lockedMs;
  if (counts.tries >= triesMax && lockedUntil > now.getTime())
    return { refusal: { code: 'locked', until: new Date(lockedUntil) }, changed: null };
  if (isRight()) {
    const { wrongTries } = counts;
    return { refusal: null, changed: counts.tries > 0 ? { tries: 0, triedAt: null, wrongTries } : null };
  }
  // After the pause, `tries` starts at zero again. `wrongTries` continues.
  const tries = (counts.tries >= triesMax ? 0 : counts.tries) + 1;
  const wrongTries = counts.wrongTries + 1;
  const changed = { tries, wrongTries, triedAt: now };
  if (areDigitsClosed({ wrongTries })) return { refusal: { code: 'closed' }, changed };
  if (tries >= triesMax)
    return { refusal: { code: 'locked', until: new Date(now.getTime() + lockedMs) }, changed };
  const left = Math.min(triesMax - tries, wrongTriesMax - wrongTries);
  return { refusal: { code: 'wrong_digits', left }, changed };
}
