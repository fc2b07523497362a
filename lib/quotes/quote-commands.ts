import { z } from 'zod';
import { NewOrderDraftSchema } from '@/lib/orders/new-order/new-order-draft-schema';
import { CreateOrderBody } from '@/lib/platform/contract/orders';
import { InstallId, OperationId } from '@/lib/shared/ids';

/** Made by the form: the same id again is the same quote. */
export const QuoteId = z.uuid().brand<'QuoteId'>();
export type QuoteId = z.infer<typeof QuoteId>;

const Quote = z.object({ installId: InstallId, quoteId: QuoteId });

/** Without a NUL, which no text of the database holds. */
const Text = z.string().refine((text) => !text.includes('\0'), 'a NUL byte is not text');

/** A draft as it is typed. `revision`: the one it was made from. */
export const SaveDraftCommand = Quote.extend({
  revision: z.int().min(0),
  draft: NewOrderDraftSchema.refine(
    (draft) => !JSON.stringify(draft).includes('\\u0000'),
    'a NUL byte is not text',
  ),
});
export type SaveDraftCommand = z.infer<typeof SaveDraftCommand>;

export const DeleteDraftCommand = Quote;
export type DeleteDraftCommand = z.infer<typeof DeleteDraftCommand>;

/** Sends a version: the order it would become, and the last day it holds (YYYY-MM-DD where the store is). */
export const SendQuoteCommand = Quote.extend({
  operationId: OperationId,
  order: CreateOrderBody.refine((order) => Object.keys(order.attributes).length < 19, {
    // Two of the twenty are ours: the operation's id and the reference.
    error: 'at most 18 attributes',
    path: ['attributes'],
  }).refine((order) => !JSON.stringify(order).includes('\\u0000'), 'a NUL byte is not text'),
  validUntil: z.iso.date(),
});
export type SendQuoteCommand = z.infer<typeof SendQuoteCommand>;

/** A press on a quote's page, under the id of its form. `version`: the one on the screen. */
export const QuoteCommand = Quote.extend({ operationId: OperationId, version: z.int().min(1) });
export type QuoteCommand = z.infer<typeof QuoteCommand>;

/** The customer said yes on the phone or at the counter; `agreedHow` is kept as the evidence. */
export const AcceptForCustomerCommand = QuoteCommand.extend({ agreedHow: Text.max(500) });
export type AcceptForCustomerCommand = z.infer<typeof AcceptForCustomerCommand>;

/** Asks for the order anew after a refusal; `skipStock`: without taking it from the stock. */
export const RetryQuoteCommand = QuoteCommand.extend({ skipStock: z.boolean() });
export type RetryQuoteCommand = z.infer<typeof RetryQuoteCommand>;

/** Another quote of the same content; `newQuoteId` made by the form. */
export const DuplicateQuoteCommand = Quote.extend({ newQuoteId: QuoteId });
export type DuplicateQuoteCommand = z.infer<typeof DuplicateQuoteCommand>;

/** Which open quotes a phone has, but for the one at hand. */
export const FindOpenQuotesCommand = z.object({
  installId: InstallId,
  phone: z.string().max(40),
  except: QuoteId.nullable(),
});
export type FindOpenQuotesCommand = z.infer<typeof FindOpenQuotesCommand>;

/** What the customer posts from the acceptance page (application/x-www-form-urlencoded). */
export const CustomerAnswer = z.object({
  intent: z.enum(['open', 'accept', 'decline', 'ask_change']),
  version: z.coerce.number().int().min(1).max(1_000_000),
  /** The last four digits of their phone, in whatever digits they type. */
  digits: z.string().max(20),
  name: Text.max(255).optional(),
  message: Text.max(2000).optional(),
});
export type CustomerAnswer = z.infer<typeof CustomerAnswer>;
