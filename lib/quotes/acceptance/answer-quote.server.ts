import 'server-only';
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { type CustomerAnswer, QuoteId } from '@/lib/quotes/quote-commands';
import { contextOfLink, type LinkedQuote } from '@/lib/quotes/acceptance/open-link.server';
import { recordQuoteOrder, sendQuoteOrder } from '@/lib/quotes/quote-order.server';
import { currentContent, type EventDetail, lockQuote, writeQuoteEvent } from '@/lib/quotes/quote-rows.server';
import {
  areDigitsClosed,
  isLinkClosed,
  openStates,
  quoteStateOf,
  wrongTriesMax,
} from '@/lib/quotes/quote-state';
import { InstallId } from '@/lib/shared/ids';
import { latinDigits } from '@/lib/shared/numbers/money';
import { dbNow, type Tx } from '@/lib/system/db';
import type { Quote } from '@/lib/system/generated/prisma/client';

/**
 * unlocked: the digits are correct, so everything may be shown. done: the quote already has an answer, from this or an
 * earlier request. stale: the customer must read a newer version. locked: too many wrong tries, possible again at
 * `until`. closed: too many wrong tries in total, possible again when the merchant opens the digits step again. over:
 * the quote can no longer be answered.
 */
export type AnswerOutcome =
  | { code: 'unlocked' }
  | { code: 'done' }
  | { code: 'stale' }
  | { code: 'wrong_digits'; left: number }
  | { code: 'locked'; until: Date }
  | { code: 'closed' }
  | { code: 'name_missing' }
  | { code: 'message_missing' }
  | { code: 'over' };

/**
 * Four digits have 10,000 combinations. A pause after five wrong tries stops a program before it has closed the link
 * for the customer (areDigitsClosed). The digits of an answered quote are compared for two weeks only (isLinkClosed).
 */
const triesMax = 5;
const lockedMs = 3_600_000;

/** The known origin of an answer; it is stored with the answer as evidence. */
export type AnswerOrigin = { address: string; userAgent: string };

/**
 * Processes a customer's answer to the version that they were shown. An answer counts once: a second answer only
 * returns the current state. Accepting records the write of the order in the same transaction, then sends it. The
 * customer sees its outcome by opening the link again. Prices and quantities are those that were sent, whatever is
 * posted.
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
    // A customer who answers has read the quote, even if they did not open it in a separate step.
    const openedAt = quote.openedAt ?? now;
    switch (answer.intent) {
      case 'open':
        if (quote.openedAt === null) {
          await tx.quote.update({
            where,
            data: { openedAt: now, ...(quote.state === 'sent' && { state: 'opened' }) },
          });
          await writeQuoteEvent(tx, { ...event, kind: 'opened' });
        }
        return { outcome: { code: 'unlocked' } as const, order: null };
      case 'decline':
        await tx.quote.update({ where, data: { openedAt, state: 'declined', answeredAt: now } });
        await writeQuoteEvent(tx, { ...event, kind: 'declined' });
        return { outcome: { code: 'done' } as const, order: null };
      case 'ask_change':
        await tx.quote.update({ where, data: { openedAt, state: 'opened', changeRequestedAt: now } });
        await writeQuoteEvent(tx, { ...event, kind: 'change_asked' });
        return { outcome: { code: 'done' } as const, order: null };
      case 'accept': {
        const order = await recordQuoteOrder(tx, {
          quote,
          content: current.content,
          actor: null,
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

/** Returns why the answer does not count; null if it counts. */
async function checkAnswer(
  tx: Tx,
  { quote, phone, answer, now }: AnswerCheck,
): Promise<AnswerOutcome | null> {
  // The page shows the state and nothing else, whatever the digits are.
  if (isLinkClosed(quote, now)) return { code: quoteStateOf(quote, now) === 'expired' ? 'over' : 'done' };
  if (areDigitsClosed(quote)) return { code: 'closed' };
  const lockedUntil = (quote.triedAt?.getTime() ?? 0) + lockedMs;
  const isLocked = quote.tries >= triesMax && lockedUntil > now.getTime();
  if (isLocked) return { code: 'locked', until: new Date(lockedUntil) };
  const where = { installId_id: { installId: quote.installId, id: quote.id } };
  if (!isLastOf(phone, answer.digits)) {
    // After a lock, counting starts again.
    const tries = (quote.tries >= triesMax ? 0 : quote.tries) + 1;
    const wrongTries = quote.wrongTries + 1;
    await tx.quote.update({ where, data: { tries, wrongTries, triedAt: now } });
    if (areDigitsClosed({ wrongTries })) {
      const [installId, quoteId] = [InstallId.parse(quote.installId), QuoteId.parse(quote.id)];
      await writeQuoteEvent(tx, {
        ...({ installId, quoteId, id: randomUUID(), version: quote.version } as const),
        ...({ kind: 'digits_closed', side: 'customer', actor: null } as const),
      });
      return { code: 'closed' };
    }
    if (tries >= triesMax) return { code: 'locked', until: new Date(now.getTime() + lockedMs) };
    return { code: 'wrong_digits', left: Math.min(triesMax - tries, wrongTriesMax - wrongTries) };
  }
  if (quote.tries > 0) await tx.quote.update({ where, data: { tries: 0, triedAt: null } });
  const state = quoteStateOf(quote, now);
  const isOpen = openStates.includes(state);
  if (answer.intent === 'open') return state === 'expired' || state === 'withdrawn' ? { code: 'over' } : null;
  // An answer is final: a second answer returns the current state and changes nothing.
  if (!isOpen)
    return state === 'expired' || state === 'withdrawn' || state === 'draft'
      ? { code: 'over' }
      : { code: 'done' };
  if (answer.version !== quote.version) return { code: 'stale' };
  if (answer.intent === 'accept' && !answer.name?.trim()) return { code: 'name_missing' };
  if (answer.intent === 'ask_change' && !answer.message?.trim()) return { code: 'message_missing' };
  return null;
}

/** True if these are the last four digits of the phone, compared in constant time. */
export function isLastOf(phone: string, digits: string): boolean {
  const typed = latinDigits(digits).replace(/\D/g, '');
  const last = phone.replace(/\D/g, '').slice(-4);
  return typed.length === 4 && last.length === 4 && timingSafeEqual(Buffer.from(typed), Buffer.from(last));
}
