/**
 * Counts of wrong tries to unlock a link. A link of a quote or of a delivery sheet opens a page without a login. To
 * unlock the page, the customer or driver types the last four digits of their phone number. The counts belong to the
 * link, so all clients that open the link share them.
 *
 * - `tries`: wrong tries in a row.
 * - `triedAt`: time of the last wrong try.
 * - `wrongTries`: all wrong tries at this link since it was made, or since a user of the store last allowed new tries.
 */
export type UnlockTries = { tries: number; triedAt: Date | null; wrongTries: number };

/**
 * Limit of wrong tries in a row at one link. After five wrong tries in a row, the link accepts no digits for `lockedMs`
 * milliseconds (one hour). Without this pause, a program could use up all `wrongTriesMax` tries within seconds. The
 * link would then accept no more digits, not even those of the right person.
 */
export const triesMax = 5;
export const lockedMs = 3_600_000;

/**
 * Limit of all wrong tries at one link. After that, the link accepts no digits until a user of the store allows new
 * tries or makes a new link. An attacker can therefore try only 20 of the 10,000 combinations, so the chance of success
 * is 1 in 500 (S19).
 */
export const wrongTriesMax = 20;

/** True if the link has reached `wrongTriesMax`, so that no more digits are checked. */
export const areDigitsClosed = ({ wrongTries }: Pick<UnlockTries, 'wrongTries'>) =>
  wrongTries >= wrongTriesMax;

/**
 * Why the typed digits were not accepted.
 *
 * - `wrong_digits`: the digits are wrong. `left` is the number of tries that remain before the link pauses or closes.
 * - `locked`: the link pauses after `triesMax` wrong tries in a row. `until` is the end of the pause.
 * - `closed`: all `wrongTriesMax` tries are used up.
 */
export type UnlockRefusal =
  | { code: 'wrong_digits'; left: number }
  | { code: 'locked'; until: Date }
  | { code: 'closed' };

/**
 * Decides whether one try unlocks the link. `isRight` compares the typed digits with the stored digits. It is not
 * called during a pause, nor after `wrongTriesMax` wrong tries. In the result, `refusal` is null if the digits are
 * right. `changed` contains the new counts that the caller must store, or null if the counts stay the same.
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
