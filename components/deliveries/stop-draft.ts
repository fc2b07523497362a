import type { StopResult } from '@/lib/deliveries/delivery-commands';
import type { StopAnswer } from '@/lib/deliveries/stop-limits';
import type { StopView } from '@/lib/deliveries/delivery-view';
import { parseAmount, plainAmount } from '@/lib/shared/numbers/money';

/**
 * Values of a stop in the form. The answer `none` means that no result was chosen for the stop. `seen` is the id of the
 * driver's answer from which the values were filled in; null if the driver had not answered.
 */
export type StopDraft = { answer: StopAnswer | 'none'; paid: string; reason: string; seen: string | null };

/**
 * Returns the form values with which a stop (an order on a delivery sheet) is first shown. They come from the driver's
 * answer. If the driver has not answered, the paid amount is the amount to collect.
 */
export function draftOf({ due, result }: Pick<StopView, 'due' | 'result'>): StopDraft {
  return {
    answer: result?.answer ?? 'none',
    paid: plainAmount(result?.paid?.amount_minor ?? due.amount_minor, due.decimals),
    reason: result?.reason ?? '',
    seen: result?.id ?? null,
  };
}

/**
 * Returns the values of a stop (an order on a delivery sheet) that the form shows. Values that the user typed are shown
 * only while the sheet is open and the driver has sent no newer answer. A confirmed sheet shows the stored result, even
 * if this user typed another result.
 */
export function shownDraft(
  stop: Pick<StopView, 'id' | 'due' | 'result'>,
  typed: ReadonlyMap<string, StopDraft>,
  isOpen: boolean,
): StopDraft {
  const draft = isOpen ? typed.get(stop.id) : undefined;
  return draft && draft.seen === (stop.result?.id ?? null) ? draft : draftOf(stop);
}

/**
 * Returns the result of a stop (an order on a delivery sheet) from its form values. The result is null if no answer is
 * chosen, and 'invalid' if the amount cannot be parsed or the reason is missing. If the personal data of the stop was
 * erased (`content` is null), a reason is not needed, because it would not be stored.
 */
export function resultOfDraft(
  { answer, paid, reason }: StopDraft,
  { due: { decimals }, content }: Pick<StopView, 'due' | 'content'>,
): StopResult | null | 'invalid' {
  if (answer === 'none') return null;
  if (answer === 'delivered') return { answer, paidMinor: null, reason: '' };
  if (answer === 'refused')
    return reason.trim() === '' && content !== null
      ? 'invalid'
      : { answer, paidMinor: null, reason: reason.trim() };
  const amount = parseAmount(paid, decimals);
  return amount.ok && amount.amountMinor >= 0
    ? { answer, paidMinor: amount.amountMinor, reason: '' }
    : 'invalid';
}
