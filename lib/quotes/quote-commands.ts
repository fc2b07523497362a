import { z } from 'zod';
import { NewOrderDraftSchema } from '@/lib/orders/new-order/new-order-draft-schema';
import { CreateOrderBody } from '@/lib/platform/contract/orders';
import { InstallId, OperationId } from '@/lib/shared/ids';
import { Text } from '@/lib/shared/text/text';

/** The form makes this id: the same id again is the same quote. */
export const QuoteId = z.uuid().brand<'QuoteId'>();
export type QuoteId = z.infer<typeof QuoteId>;

const Quote = z.object({ installId: InstallId, quoteId: QuoteId });

/** A draft as typed. `revision`: the revision that the user edited. */
export const SaveDraftCommand = Quote.extend({
  revision: z.int().min(0),
  draft: NewOrderDraftSchema,
});
export type SaveDraftCommand = z.infer<typeof SaveDraftCommand>;

export const DeleteDraftCommand = Quote;
export type DeleteDraftCommand = z.infer<typeof DeleteDraftCommand>;

/** Sends a version: the order that it would become, and the last valid day (YYYY-MM-DD in the store's time zone). */
export const SendQuoteCommand = Quote.extend({
  operationId: OperationId,
  order: CreateOrderBody.refine((order) => Object.keys(order.attributes).length < 19, {
    // Two of the twenty attributes are reserved: the operation id and the reference.
    error: 'at most 18 attributes',
    path: ['attributes'],
  }),
  validUntil: z.iso.date(),
});
export type SendQuoteCommand = z.infer<typeof SendQuoteCommand>;

/** An action on a quote's page. The form makes the operation id. `version`: the version on the screen. */
export const QuoteCommand = Quote.extend({ operationId: OperationId, version: z.int().min(1) });
export type QuoteCommand = z.infer<typeof QuoteCommand>;

/** Acceptance by a customer on the phone or at the counter. `agreedHow` is stored as the evidence. */
export const AcceptForCustomerCommand = QuoteCommand.extend({ agreedHow: Text.max(500) });
export type AcceptForCustomerCommand = z.infer<typeof AcceptForCustomerCommand>;

/** Requests the order again after a refusal. `skipStock`: without taking the order's quantities from the stock. */
export const RetryQuoteCommand = QuoteCommand.extend({ skipStock: z.boolean() });
export type RetryQuoteCommand = z.infer<typeof RetryQuoteCommand>;

/** Creates another quote with the same content. The form makes `newQuoteId`. */
export const DuplicateQuoteCommand = Quote.extend({ newQuoteId: QuoteId });
export type DuplicateQuoteCommand = z.infer<typeof DuplicateQuoteCommand>;

/** Finds the open quotes of a phone. `except` is the quote on the screen. */
export const FindOpenQuotesCommand = z.object({
  installId: InstallId,
  phone: Text.max(40),
  except: QuoteId.nullable(),
});
export type FindOpenQuotesCommand = z.infer<typeof FindOpenQuotesCommand>;

/** Body that the customer posts from the acceptance page (application/x-www-form-urlencoded). */
export const CustomerAnswer = z.object({
  intent: z.enum(['open', 'accept', 'decline', 'ask_change']),
  version: z.coerce.number().int().min(1).max(1_000_000),
  /** The last four digits of the customer's phone, in digits of any script. */
  digits: Text.max(20),
  name: Text.max(255).optional(),
  message: Text.max(2000).optional(),
});
export type CustomerAnswer = z.infer<typeof CustomerAnswer>;
