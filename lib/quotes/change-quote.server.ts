import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type {
  AcceptForCustomerCommand,
  DuplicateQuoteCommand,
  QuoteCommand,
  QuoteId,
  RetryQuoteCommand,
} from '@/lib/quotes/quote-commands';
import type { QuoteContent } from '@/lib/quotes/quote-content';
import { type QuoteOrder, recordQuoteOrder, sendQuoteOrder } from '@/lib/quotes/quote-order.server';
import { done, needsOrdersCreate, notFound, type QuoteOutcome, refused } from '@/lib/quotes/quote-outcome';
import {
  currentContent,
  draftCustomerColumns,
  lockQuote,
  isKnownEvent,
  sealDraft,
  typedOrSent,
  writeQuoteEvent,
} from '@/lib/quotes/quote-rows.server';
import { isMovedLocked } from '@/lib/quotes/rate/read-moved-quotes.server';
import { areDraftsFull } from '@/lib/quotes/save-draft.server';
import {
  canRetry,
  canWithdraw,
  canWithdrawLink,
  isLinkClosed,
  openStates,
  quoteStateOf,
} from '@/lib/quotes/quote-state';
import { areDigitsClosed } from '@/lib/system/http/unlock-tries';
import { dbNow, type Tx } from '@/lib/system/db';
import type { Prisma, Quote } from '@/lib/system/generated/prisma/client';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Result of a change to a quote. It contains only the id of the quote, because the screen reads the new state
 * afterwards.
 */
export type ChangeQuoteOutcome = QuoteOutcome<{ quoteId: QuoteId }>;

/**
 * Withdraws a quote that has no order. The quote ends, and its link no longer shows anything. A second call with the
 * same operation id changes nothing.
 */
export async function withdrawQuote(
  context: InstallContext,
  command: QuoteCommand,
): Promise<ChangeQuoteOutcome> {
  return revokeLink(context, command, {
    kind: 'withdrawn',
    isAllowed: canWithdraw,
    dataOf: () => ({ state: 'withdrawn' }),
  });
}

/**
 * Revokes the link of a quote that cannot be withdrawn, because it has an order or has ended. After that, a customer
 * who opens the link gets the same response as for an unknown link. The quote and its order do not change. A second
 * call with the same operation id changes nothing.
 */
export async function withdrawLink(
  context: InstallContext,
  command: QuoteCommand,
): Promise<ChangeQuoteOutcome> {
  return revokeLink(context, command, {
    kind: 'link_withdrawn',
    isAllowed: canWithdrawLink,
    // `updatedAt` must stay unchanged. The retention time of the personal data starts at `updatedAt` (purgeQuotes), and
    // revoking the link must not delay the deletion.
    dataOf: ({ updatedAt }) => ({ updatedAt }),
  });
}

type Withdrawal = {
  kind: 'withdrawn' | 'link_withdrawn';
  isAllowed: typeof canWithdraw;
  dataOf(quote: Quote): Prisma.QuoteUpdateInput;
};

async function revokeLink(
  { installId, db, actor }: InstallContext,
  { quoteId, operationId, version }: QuoteCommand,
  { kind, isAllowed, dataOf }: Withdrawal,
): Promise<ChangeQuoteOutcome> {
  return db.transaction(async (tx): Promise<ChangeQuoteOutcome> => {
    const locked = await lockQuote(tx, { installId, quoteId });
    if (!locked) return notFound;
    if (await isKnownEvent(tx, { installId, id: operationId })) return done({ quoteId });
    const now = await dbNow(tx);
    if (!isAllowed(locked.evaluated, now)) return refused('not_open');
    if (locked.quote.version !== version) return refused('stale');
    await tx.quoteLink.updateMany({
      where: { installId, quoteId, revokedAt: null },
      data: { revokedAt: now },
    });
    await tx.quote.update({
      where: { installId_id: { installId, id: quoteId } },
      data: { ...dataOf(locked.quote), linkEnc: null, wrongTries: 0 },
    });
    await writeQuoteEvent(tx, { installId, quoteId, id: operationId, kind, version, side: 'staff', actor });
    return done({ quoteId });
  });
}

/**
 * Allows the customer to type the last four digits of the phone number again, after too many wrong attempts at the
 * quote's link. A second call with the same operation id changes nothing.
 */
export async function reopenDigits(
  { installId, db, actor }: InstallContext,
  { quoteId, operationId, version }: QuoteCommand,
): Promise<ChangeQuoteOutcome> {
  return db.transaction(async (tx): Promise<ChangeQuoteOutcome> => {
    const locked = await lockQuote(tx, { installId, quoteId });
    if (!locked) return notFound;
    if (await isKnownEvent(tx, { installId, id: operationId })) return done({ quoteId });
    const { quote } = locked;
    if (!areDigitsClosed(quote) || isLinkClosed(quote, await dbNow(tx))) return refused('not_open');
    if (quote.version !== version) return refused('stale');
    await tx.quote.update({
      where: { installId_id: { installId, id: quoteId } },
      data: { wrongTries: 0, tries: 0, triedAt: null },
    });
    const event = { installId, quoteId, id: operationId, version, actor } as const;
    await writeQuoteEvent(tx, { ...event, kind: 'digits_reopened', side: 'staff' });
    return done({ quoteId });
  });
}

/**
 * Accepts a quote for a customer who agreed on the phone or at the counter. The effect is the same as if the customer
 * had accepted the quote at its link. The name of the user is stored.
 */
export async function acceptForCustomer(
  context: InstallContext,
  command: AcceptForCustomerCommand,
): Promise<ChangeQuoteOutcome> {
  return makeOrder(context, command, async (tx, { quote, content, now }) => {
    if (!openStates.includes(quoteStateOf(quote, now))) return refused('not_open');
    if (await isMovedLocked(tx, context.installId, command.quoteId)) return refused('rate_moved');
    await writeQuoteEvent(tx, {
      installId: context.installId,
      quoteId: command.quoteId,
      id: command.operationId,
      kind: 'accepted',
      version: quote.version,
      side: 'staff',
      actor: context.actor,
      detail: { message: command.agreedHow.trim(), contentHash: content.hash },
    });
    const where = { installId_id: { installId: quote.installId, id: quote.id } };
    await tx.quote.update({ where, data: { answeredAt: now, changeRequestedAt: null } });
    return { skipStock: false };
  });
}

/**
 * Sends the write that creates the order of an accepted quote again, after the platform refused it. The content that
 * the customer accepted does not change.
 */
export async function retryQuote(
  context: InstallContext,
  command: RetryQuoteCommand,
): Promise<ChangeQuoteOutcome> {
  return makeOrder(context, command, async (tx, { quote, evaluated }) => {
    if (!canRetry(evaluated)) return refused('not_open');
    await writeQuoteEvent(tx, {
      installId: context.installId,
      quoteId: command.quoteId,
      id: command.operationId,
      kind: 'retried',
      version: quote.version,
      side: 'staff',
      actor: context.actor,
    });
    return { skipStock: command.skipStock };
  });
}

type LockedQuote = NonNullable<Awaited<ReturnType<typeof lockQuote>>>;
type Decide = (
  tx: Tx,
  at: LockedQuote & { content: { content: QuoteContent; hash: string }; now: Date },
) => Promise<{ skipStock: boolean } | ChangeQuoteOutcome>;

/**
 * Records the write that creates a quote's order, together with the changes that `decide` returns. After the commit,
 * sends the write. If the operation id is already known, nothing is recorded or sent.
 */
async function makeOrder(
  context: InstallContext,
  command: QuoteCommand,
  decide: Decide,
): Promise<ChangeQuoteOutcome> {
  const { installId, db, actor, scopes } = context;
  const { quoteId, operationId, version } = command;
  if (!scopes.has('orders:create')) return needsOrdersCreate;
  const recorded = await db.transaction(async (tx): Promise<QuoteOrder | ChangeQuoteOutcome> => {
    const locked = await lockQuote(tx, { installId, quoteId });
    const content = locked && (await currentContent(tx, locked.quote));
    if (!locked || !content) return notFound;
    if (await isKnownEvent(tx, { installId, id: operationId })) return done({ quoteId });
    if (locked.quote.version !== version) return refused('stale');
    const decided = await decide(tx, { ...locked, content, now: await dbNow(tx) });
    if ('code' in decided) return decided;
    const { skipStock } = decided;
    return recordQuoteOrder(tx, { quote: locked.quote, content: content.content, by: actor, skipStock });
  });
  if ('code' in recorded) return recorded;
  // The outcome of the write is not returned here, because it is stored in the quote and the screen reads it from the
  // quote.
  await sendQuoteOrder(context, recorded);
  return done({ quoteId });
}

/**
 * Creates a draft with the content of another quote, which may have been sent or may be a draft itself. If a quote with
 * the id `newQuoteId` exists, nothing is created, because the request was sent twice. The result is then the same as
 * for the first request. If the install has the maximum number of drafts, nothing is created either.
 */
export async function duplicateQuote(
  { installId, db, actor, store }: InstallContext,
  { quoteId, newQuoteId }: DuplicateQuoteCommand,
): Promise<ChangeQuoteOutcome> {
  return db.transaction(async (tx): Promise<ChangeQuoteOutcome> => {
    const locked = await lockQuote(tx, { installId, quoteId });
    const draft = locked && (await typedOrSent(tx, locked.quote));
    if (!draft) return notFound;
    const copied = await tx.quote.count({ where: { installId, id: newQuoteId } });
    if (copied === 0 && (await areDraftsFull(tx, installId))) return refused('too_many');
    const { count } = await tx.quote.createMany({
      data: {
        installId,
        id: newQuoteId,
        draftRevision: 1,
        draftEnc: sealDraft({ installId, quoteId: newQuoteId }, draft),
        draftActorName: actor?.name ?? null,
        ...draftCustomerColumns({ installId, quoteId: newQuoteId }, draft.customer, store.country),
        actorSub: actor?.sub ?? null,
        actorName: actor?.name ?? null,
      },
      skipDuplicates: true,
    });
    if (count === 1) await notifyLive(tx, { installId, kind: 'quote', id: newQuoteId });
    return done({ quoteId: newQuoteId });
  });
}
