import { openStates } from '@/lib/quotes/quote-state';
import type { QuoteView } from '@/lib/quotes/quote-view';

/** Time after a version was sent from which the merchant is offered to remind the customer, in milliseconds. */
const waitMs = 86_400_000;

/**
 * True if the customer has left the current version of the quote unanswered for a day. A change request is an answer,
 * so the merchant has to act then and not the customer.
 */
export function isReminderDue(
  {
    state,
    changeRequested,
    events,
    version,
  }: Pick<QuoteView, 'state' | 'changeRequested' | 'events' | 'version'>,
  now: Date,
): boolean {
  if (!openStates.includes(state) || changeRequested) return false;
  const sent = events.find((event) => event.kind === 'sent' && event.version === version);
  return sent !== undefined && now.getTime() - Date.parse(sent.at) >= waitMs;
}
