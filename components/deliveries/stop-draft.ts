import type { StopResult } from '@/lib/deliveries/delivery-commands';
import type { StopAnswer } from '@/lib/deliveries/stop-limits';
import { type StopView, warnsOfPart } from '@/lib/deliveries/delivery-view';
import { parseAmount, plainAmount } from '@/lib/shared/numbers/money';

/**
 * Values of a stop in the form. The answer `none` means that no result was chosen for the stop. `seen` is the id of the
 * driver's answer from which the values were filled in; null if the driver had not answered.
 */
export type StopDraft = { answer: StopAnswer | 'none'; paid: string; reason: string; seen: string | null };

/**
 * Values that the user typed, by stop id. They are also saved in the browser. `dueMinor` is the amount to collect that
 * the screen showed with them.
 */
export type TypedStops = Readonly<Record<string, StopDraft & { dueMinor: number }>>;

/**
 * Returns the typed values of a saved copy that may be shown again. Values of a stop are left out if the driver has
 * sent a newer answer, or if the amount to collect has changed. The stop then shows its current data, and not an amount
 * that was typed for another amount to collect. Returns null if nothing is left.
 */
export function restoreStops(
  saved: unknown,
  stops: readonly Pick<StopView, 'id' | 'due' | 'result'>[],
): TypedStops | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const typed = new Map<string, unknown>(Object.entries(saved));
  const current = stops.flatMap(({ id, due, result }) => {
    const draft = typed.get(id);
    const isCurrent =
      isTypedStop(draft) && draft.dueMinor === due.amount_minor && draft.seen === (result?.id ?? null);
    return isCurrent ? [[id, draft] as const] : [];
  });
  return current.length > 0 ? Object.fromEntries(current) : null;
}

function isTypedStop(value: unknown): value is TypedStops[string] {
  return (
    typeof value === 'object' && value !== null && 'answer' in value && 'dueMinor' in value && 'seen' in value
  );
}

type DraftedStop = Pick<StopView, 'due' | 'result' | 'partCarriers' | 'ended'>;

/**
 * Returns the form values with which a stop (an order on a delivery sheet) is first shown. They come from the driver's
 * answer. If the driver has not reported an amount, the paid amount is the amount to collect. If that amount is uncertain
 * (warnsOfPart), the user must type the paid amount.
 */
export function draftOf(stop: DraftedStop): StopDraft {
  const { due, result } = stop;
  const paid = result?.paid ?? (warnsOfPart(stop) ? null : due);
  return {
    answer: result?.answer ?? 'none',
    paid: paid ? plainAmount(paid.amount_minor, due.decimals) : '',
    reason: result?.reason ?? '',
    seen: result?.id ?? null,
  };
}

/** True if the values that the form shows differ from those with which it was first shown. */
export function isTypedDraft(stop: DraftedStop, draft: StopDraft): boolean {
  const { answer, paid, reason } = draftOf(stop);
  return draft.answer !== answer || draft.paid !== paid || draft.reason !== reason;
}

/**
 * Returns the values of a stop (an order on a delivery sheet) that the form shows. Values that the user typed are shown
 * only while the sheet is open and the driver has sent no newer answer. A confirmed sheet shows the stored result, even
 * if this user typed another result.
 */
export function shownDraft(
  stop: DraftedStop & Pick<StopView, 'id'>,
  typed: TypedStops,
  isOpen: boolean,
): StopDraft {
  const draft = isOpen ? typed[stop.id] : undefined;
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
