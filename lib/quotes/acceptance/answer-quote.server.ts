import 'server-only';
import { randomUUID } from 'node:crypto';
import { type CustomerAnswer, QuoteId } from '@/lib/quotes/quote-commands';
import { contextOfLink, type LinkedQuote } from '@/lib/quotes/acceptance/open-link.server';
import { recordQuoteOrder, sendQuoteOrder } from '@/lib/quotes/quote-order.server';
import { currentContent, type EventDetail, lockQuote, writeQuoteEvent } from '@/lib/quotes/quote-rows.server';
import { isMovedLocked } from '@/lib/quotes/rate/read-moved-quotes.server';
import { isLinkClosed, openStates, quoteStateOf } from '@/lib/quotes/quote-state';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { areDigitsClosed, tryUnlock, type UnlockRefusal } from '@/lib/system/http/unlock-tries';
import { dbNow, type Tx } from '@/lib/system/db';
import type { Quote } from '@/lib/system/generated/prisma/client';
import { isLastOf } from '@/lib/system/http/unlock-digits';

/**
 * Result of a customer's answer to a quote. To answer, the customer must type the last four digits of the phone number.
 *
 * - `unlocked`: the digits are correct, so the page may show everything.
 * - `done`: the answer is stored, or an earlier answer was final.
 * - `stale`: there is a newer version, which the customer must read first.
 * - `wrong_digits`: `left` is the number of remaining attempts.
 * - `locked`: there were too many consecutive wrong attempts. The customer can try again at `until`.
 * - `closed`: the maximum number of wrong attempts at this link was reached. The customer can try again after a user
 *   of the store has allowed it.
 * - `rate_moved`: the store's exchange rate has moved beyond the quote's limit. The price is being updated, so the
 *   quote cannot be accepted now.
 * - `over`: the quote can no longer be answered.
 */
export type AnswerOutcome =
  | { code: 'unlocked' }
  | { code: 'done' }
  | { code: 'stale' }
  | UnlockRefusal
  | { code: 'name_missing' }
  | { code: 'message_missing' }
  | { code: 'rate_moved' }
  | { code: 'over' };

/** The IP address and browser of the customer who answers. They are stored with the answer as evidence. */
export type AnswerOrigin = { address: string; userAgent: string };

/**
 * Processes a customer's answer to a version of the quote. After an acceptance or decline, a later answer changes
 * nothing and returns the current state. If the customer accepts, one transaction stores the answer and records the
 * write that creates the order. The write is sent after that, and its outcome is shown when the customer opens the link
 * again. Prices and quantities come from the version that was sent, never from the submitted form.
 */
export async function answerQuote(
  linked: LinkedQuote,
  answer: CustomerAnswer,
  origin: AnswerOrigin,
): Promise<AnswerOutcome> {
  const context = await contextOfLink(linked);
  if (!context) return { code: 'over' };
  const { installId, quoteId } = linked;
  const { outcome, order } = await context.db.transaction(async (tx) => {
    const locked = await lockQuote(tx, { installId, quoteId });
    const current = locked && (await currentContent(tx, locked.quote));
    if (!locked || !current) return { outcome: { code: 'over' } as const, order: null };
    const { quote } = locked;
    const now = await dbNow(tx);
    const refusal = await checkAnswer(tx, {
      quote,
      phone: current.content.order.customer.phone,
      answer,
      now,
    });
    if (refusal) return { outcome: refusal, order: null };
    const event = {
      ...({
        installId,
        quoteId,
        id: randomUUID(),
        version: quote.version,
        side: 'customer',
        actor: null,
      } as const),
      detail: { ...origin, contentHash: current.hash, ...wordsOf(answer) },
    };
    const where = { installId_id: { installId, id: quoteId } };
    // A customer who answers has read the quote. So the quote counts as opened, even if the customer never opened it
    // before.
    const openedAt = quote.openedAt ?? now;
    switch (answer.intent) {
      case 'open':
        // The event `opened` is stored when the customer opens a version for the first time. `openedAt` may come from
        // an earlier version, so the state is checked too: a new version sets the state back to `sent`.
        if (quote.openedAt === null || quote.state === 'sent') {
          await tx.quote.update({
            where,
            data: { openedAt, ...(quote.state === 'sent' && { state: 'opened' }) },
          });
          await writeQuoteEvent(tx, { ...event, kind: 'opened' });
        }
        return { outcome: { code: 'unlocked' } as const, order: null };
      case 'decline':
        await tx.quote.update({ where, data: { openedAt, state: 'declined', answeredAt: now } });
        await writeQuoteEvent(tx, { ...event, kind: 'declined' });
        return { outcome: { code: 'done' } as const, order: null };
      case 'request_change':
        await tx.quote.update({ where, data: { openedAt, state: 'opened', changeRequestedAt: now } });
        await writeQuoteEvent(tx, { ...event, kind: 'change_requested' });
        return { outcome: { code: 'done' } as const, order: null };
      case 'accept': {
        if (await isMovedLocked(tx, installId, quoteId))
          return { outcome: { code: 'rate_moved' } as const, order: null };
        const order = await recordQuoteOrder(tx, {
          quote,
          content: current.content,
          by: 'customer',
          skipStock: false,
        });
        await tx.quote.update({ where, data: { openedAt, answeredAt: now, changeRequestedAt: null } });
        await writeQuoteEvent(tx, { ...event, kind: 'accepted' });
        return { outcome: { code: 'done' } as const, order };
      }
    }
  });
  if (order) await sendQuoteOrder(context, order);
  return outcome;
}

function wordsOf({ name, message }: CustomerAnswer): EventDetail {
  return { ...(name && { name: name.trim() }), ...(message && { message: message.trim() }) };
}

type AnswerCheck = { quote: Quote; phone: string; answer: CustomerAnswer; now: Date };

/** Returns why a customer's answer is not valid; null if it is valid. */
async function checkAnswer(
  tx: Tx,
  { quote, phone, answer, now }: AnswerCheck,
): Promise<AnswerOutcome | null> {
  // If the link is closed, the page shows only the state of the quote. There is nothing to unlock, so the digits of the
  // phone number are not checked.
  if (isLinkClosed(quote, now)) return { code: quoteStateOf(quote, now) === 'expired' ? 'over' : 'done' };
  const { refusal, changed } = tryUnlock(quote, () => isLastOf(phone, answer.digits), now);
  const where = { installId_id: { installId: quote.installId, id: quote.id } };
  const state = quoteStateOf(quote, now);
  const isOpen = openStates.includes(state);
  // The retention time of a quote that is over starts at `updatedAt` (purgeQuotes). A wrong attempt must not change
  // `updatedAt`, because it would restart the retention time.
  const data = changed && { ...changed, ...(!isOpen && { updatedAt: quote.updatedAt }) };
  if (data) await tx.quote.update({ where, data });
  if (changed && areDigitsClosed(changed)) {
    const [installId, quoteId] = [InstallId.parse(quote.installId), QuoteId.parse(quote.id)];
    await writeQuoteEvent(tx, {
      ...({ installId, quoteId, id: randomUUID(), version: quote.version } as const),
      ...({ kind: 'digits_closed', side: 'customer', actor: null } as const),
    });
  }
  if (refusal) return refusal;
  if (answer.intent === 'open') return state === 'expired' || state === 'withdrawn' ? { code: 'over' } : null;
  // If the customer has already accepted or declined, or if the quote has ended, a later answer changes nothing and
  // returns the current state.
  if (!isOpen)
    return state === 'expired' || state === 'withdrawn' || state === 'draft'
      ? { code: 'over' }
      : { code: 'done' };
  if (answer.version !== quote.version) return { code: 'stale' };
  if (answer.intent === 'accept' && !answer.name?.trim()) return { code: 'name_missing' };
  if (answer.intent === 'request_change' && !answer.message?.trim()) return { code: 'message_missing' };
  return null;
}
