import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Actor } from '@/lib/installs/sign-in/session.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OperationTarget } from '@/lib/operations/sending/operation-kind.server';
import { recordIn } from '@/lib/operations/sending/operation-queue.server';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import type {
  CreatedOrder,
  CreateOrderCommand,
  CreateOrderOutcome,
} from '@/lib/orders/new-order/create-order';
import { createOrder, createOrderKind, orderRequest } from '@/lib/orders/new-order/create-order.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import type { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { type QuoteContent, quoteNumber } from '@/lib/quotes/quote-content';
import { refused } from '@/lib/quotes/quote-outcome';
import { lockQuote, mayHaveOrder } from '@/lib/quotes/quote-rows.server';
import { OperationId } from '@/lib/shared/operation-id';
import { type AppLocale, appLocale, baseLocale, type BaseLocale } from '@/lib/shared/locale';
import type { Tx } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import type { Quote } from '@/lib/system/generated/prisma/client';

/**
 * The write that creates a quote's order. It is recorded in the transaction that accepts the quote, and it is sent
 * after the commit.
 */
export type QuoteOrder = { operationId: OperationId; target: OperationTarget; body: CreateOrderBody };

/**
 * Records the write that creates a quote's order, and stores its operation id in the quote. After that, a database
 * trigger (follow_quote_order) updates the quote's state whenever the state of the write changes. `by` is the customer
 * who accepted the quote, or the user who requested its order; null if that user is not known.
 */
export async function recordQuoteOrder(
  tx: Tx,
  {
    quote,
    content,
    by,
    skipStock,
  }: { quote: Quote; content: QuoteContent; by: Actor | 'customer' | null; skipStock: boolean },
): Promise<QuoteOrder> {
  const { installId, id } = quote;
  const operationId = OperationId.parse(randomUUID());
  const { locale } = await tx.install.findUniqueOrThrow({ where: { installId }, select: { locale: true } });
  const storeLocale = appLocale(locale);
  const body = createOrderKind.body.parse(
    quoteRequest(operationId, content.order, { quote, storeLocale, skipStock }),
  );
  const install = { installId: quote.installId as InstallContext['installId'] };
  const target = by === 'customer' ? { acceptedQuote: quoteNumber(quote.number ?? 0) } : {};
  await recordIn(tx, {
    ...install,
    id: operationId,
    kind: createOrderKind.kind,
    target,
    actor: by === 'customer' ? null : by,
    request: JSON.stringify(body),
  });
  await tx.quote.update({
    where: { installId_id: { installId, id } },
    data: { state: 'accepted', operationId, orderId: null, orderNumber: null },
  });
  return { operationId, target, body };
}

/**
 * Returns the request body for a quote's order: the order that the customer accepted, with a reference that names the
 * quote.
 */
export function quoteRequest(
  operationId: OperationId,
  order: CreateOrderBody,
  {
    quote,
    storeLocale,
    skipStock,
  }: { quote: Pick<Quote, 'installId' | 'id' | 'number'>; storeLocale: AppLocale; skipStock: boolean },
): CreateOrderBody {
  return orderRequest(operationId, {
    ...order,
    ...(skipStock && { inventory: 'skip' as const }),
    attributes: { ...order.attributes, reference: referenceOf(quote, storeLocale) },
  });
}

/**
 * Sends the recorded write of a quote's order and returns its state after at most 2 s. If the write has not ended by
 * then, the process continues to send it in the background.
 */
export function sendQuoteOrder(
  context: InstallContext,
  { operationId, target, body }: QuoteOrder,
): Promise<OperationOutcome<CreatedOrder>> {
  return runOperation(context, createOrderKind, { operationId, target, body });
}

/**
 * The word for "quote" in the language of the store. The admin of the store shows this word as a part of the order's
 * reference.
 */
const chipNames: Record<BaseLocale, string> = { ar: 'عرض سعر', en: 'Quote' };

/**
 * Returns the reference of a quote's order. Its URL opens the quote in the store admin. If the user is not signed in,
 * the URL starts the sign-in first (D11).
 */
function referenceOf(
  { installId, id, number }: Pick<Quote, 'installId' | 'id' | 'number'>,
  storeLocale: AppLocale,
) {
  const query = new URLSearchParams({ install_id: installId, returnTo: `/i/${installId}/quotes/${id}` });
  return {
    kind: chipNames[baseLocale(storeLocale)],
    number: quoteNumber(number ?? 0),
    url: `${env().APP_URL}/launch?${query}`,
  };
}

/**
 * Creates an order from the new order form (createOrder). A draft becomes at most one order: the transaction that
 * records the write also stores its operation id in the draft. No order is created in two cases:
 *
 * - The draft was already sent as a quote, for example from another device. Otherwise, the store would have two orders
 *   after the customer has accepted the quote.
 * - Another form with the same draft has created an order or may still create it, or the draft was deleted. A form
 *   deletes its draft when its order was created.
 */
export async function createOrderOfDraft(
  context: InstallContext,
  command: CreateOrderCommand,
): Promise<CreateOrderOutcome> {
  const quoteId = QuoteId.nullish().parse(command.draftId);
  const { installId } = context;
  const { operationId, earlierId } = command;
  return createOrder(context, command, async (tx) => {
    if (!quoteId) return null;
    const locked = await lockQuote(tx, { installId, quoteId });
    // A repeated press gets the outcome of the first one, whatever has happened to the draft since then.
    if (await tx.operation.findUnique({ where: { installId_id: { installId, id: operationId } } }))
      return null;
    if (!locked) return refused('draft_over');
    if (locked.quote.version > 0) return { ...refused('not_open'), reason: 'sent_as_quote' };
    // The user was warned about the earlier write of this form and wants another order in spite of it.
    const isWarned = locked.quote.operationId === earlierId;
    if (mayHaveOrder(locked) && !isWarned) return refused('draft_over');
    await tx.quote.update({
      where: { installId_id: { installId, id: quoteId } },
      data: { operationId },
    });
    return null;
  });
}
