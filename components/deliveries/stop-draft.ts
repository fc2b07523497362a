import type { StopResult } from '@/lib/deliveries/delivery-commands';
import type { StopAnswer } from '@/lib/deliveries/stop-limits';
import type { StopView } from '@/lib/deliveries/delivery-view';
import { parseAmount, plainAmount } from '@/lib/shared/numbers/money';

/**
 * What the form of a stop shows. `none`: the stop has no result. `seen` is the id of the driver's answer that the form
 * began with; null if there was none.
 */
export type StopDraft = { answer: StopAnswer | 'none'; paid: string; reason: string; seen: string | null };

/** Returns the form of a stop with the driver's answer. Without an answer, the amount is the amount to collect. */
export function draftOf({ due, result }: Pick<StopView, 'due' | 'result'>): StopDraft {
  return {
    answer: result?.answer ?? 'none',
    paid: plainAmount(result?.paid?.amount_minor ?? due.amount_minor, due.decimals),
    reason: result?.reason ?? '',
    seen: result?.id ?? null,
  };
}

/**
 * Returns the result of a form: null for none, 'invalid' if the amount cannot be read or the reason is missing. A stop
 * whose personal data was erased (`content` is null) needs no reason, because none is stored.
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
