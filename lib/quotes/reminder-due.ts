import { openStates } from '@/lib/quotes/quote-state';
import type { QuoteView } from '@/lib/quotes/quote-view';

/** Time in ms, from the sending of the current version, after which the screen offers to remind the customer. */
const waitMs = 86_400_000;

/**
 * Returns true if the current version of the quote was sent at least a day ago and the customer has not answered it. If
 * the customer asked for a change, no reminder is due, because the merchant must act.
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
