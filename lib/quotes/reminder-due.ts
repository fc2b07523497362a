import { openStates } from '@/lib/quotes/quote-state';
import type { QuoteView } from '@/lib/quotes/quote-view';

/** Time since a version was sent after which the screen offers to remind the customer, in milliseconds. */
const waitMs = 86_400_000;

/**
 * True if the customer has not answered the current version of the quote for a day. If the customer asked for a change,
 * the merchant must act, so no reminder is due.
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
  const sent = events.find((event) => ['sent', 'renewed'].includes(event.kind) && event.version === version);
  return sent !== undefined && now.getTime() - Date.parse(sent.at) >= waitMs;
}
