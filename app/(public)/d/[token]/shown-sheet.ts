import type { LinkedSheet } from '@/lib/deliveries/link/open-sheet-link.server';
import type { AppLocale } from '@/lib/shared/locale';
import type { UnlockRefusal } from '@/lib/system/http/unlock-tries';

/** Why the answer to one stop (an order on the delivery sheet) was not stored, and the values that the driver typed. */
export type StopProblem = {
  stopId: string;
  code: 'amount_wrong' | 'reason_missing' | 'stale';
  paid: string;
  reason: string;
};

/** The reason why the unlock digits (the last four digits of the driver's phone) were not accepted. */
export type UnlockProblem = UnlockRefusal | { code: 'digits_missing' };

/**
 * Data of the driver's page. The stops (orders) are shown only if `isUnlocked` is true, that is, after the driver has
 * typed the unlock digits.
 */
export type ShownSheet = {
  linked: LinkedSheet;
  locale: AppLocale;
  isUnlocked: boolean;
  unlockProblem: UnlockProblem | null;
  stopProblem: StopProblem | null;
};
