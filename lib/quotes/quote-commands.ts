import { z } from 'zod';
import { NewOrderDraftSchema } from '@/lib/orders/new-order/new-order-draft-schema';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { permilleMax, permilleMin } from '@/lib/shared/numbers/pair-rate';
import { Text } from 'commerce-platform-client/contract/text';

/** Id of a quote. The form makes the id, so that submitting the form again does not create a second quote. */
export const QuoteId = z.uuid().brand<'QuoteId'>();
export type QuoteId = z.infer<typeof QuoteId>;

const Quote = z.object({ installId: InstallId, quoteId: QuoteId });

/**
 * Input of the action that saves a draft, as the user typed it. `revision` is the number of the saved draft that the
 * user edited; 0 if there was no saved draft.
 */
export const SaveDraftCommand = Quote.extend({
  revision: z.int().min(0),
  draft: NewOrderDraftSchema,
});
export type SaveDraftCommand = z.infer<typeof SaveDraftCommand>;

export const DeleteDraftCommand = Quote;
export type DeleteDraftCommand = z.infer<typeof DeleteDraftCommand>;

/** Currency code, such as SYP. A pair of currencies has two such codes, `one` and `other`. */
export const CurrencyCode = Text.min(1).max(10);

/**
 * Input of the action that sends a quote to the customer.
 *
 * - `order`: the order that will be created if the customer accepts
 * - `validUntil`: the last valid day (YYYY-MM-DD in the store's time zone)
 * - `isFeeOpen`: the delivery fee was left empty, because it is agreed later
 * - `ratePermille`: the rate limit, which is how far the store's exchange rate may move, in thousandths. Null or
 *   absent: no limit
 * - `rateSeen`: the store's rate that the form showed. A quote with a limit is not sent if the store's rate has
 *   changed since then
 * - `version`: the version of the quote that the form loaded; 0 for a quote that was not sent before. It is absent in
 *   a page of an earlier release; the version is then not checked
 * - `isWithdrawn`: true if the quote was already withdrawn when the form loaded it. If it is absent, a withdrawn
 *   quote is not sent again
 * - `hasDraft`: the form has a saved draft with this id. If the database has no row of the quote, the draft was
 *   deleted or became an order, so the quote is not sent
 */
export const SendQuoteCommand = Quote.extend({
  operationId: OperationId,
  version: z.int().min(0).optional(),
  isWithdrawn: z.boolean().optional(),
  hasDraft: z.boolean().optional(),
  order: CreateOrderBody.refine((order) => Object.keys(order.attributes).length < 19, {
    // The platform allows twenty attributes. The app needs two attributes for the operation id and the order's
    // reference, so the form can have eighteen.
    error: 'at most 18 attributes',
    path: ['attributes'],
  }),
  validUntil: z.iso.date(),
  isFeeOpen: z.boolean().optional(),
  ratePermille: z.int().min(permilleMin).max(permilleMax).nullish(),
  rateSeen: z
    .object({
      one: CurrencyCode,
      other: CurrencyCode,
      rate: CreateOrderBody.shape.exchange_rate.unwrap().unwrap(),
    })
    .nullish(),
});
export type SendQuoteCommand = z.infer<typeof SendQuoteCommand>;

/**
 * Input of an action on the page of a quote. The form makes `operationId`, so that a double click is one action.
 * `version` is the version of the quote that the screen showed.
 */
export const QuoteCommand = Quote.extend({ operationId: OperationId, version: z.int().min(1) });
export type QuoteCommand = z.infer<typeof QuoteCommand>;

/**
 * Input of the action that accepts a quote for a customer who agreed on the phone or at the counter. `agreedHow` is the
 * user's description of how the customer agreed. It is stored as evidence.
 */
export const AcceptForCustomerCommand = QuoteCommand.extend({ agreedHow: Text.max(500) });
export type AcceptForCustomerCommand = z.infer<typeof AcceptForCustomerCommand>;

/**
 * Input of the action that sends the order of an accepted quote again, after the platform refused it. `skipStock`: the
 * order is created without a change of the stock.
 */
export const RetryQuoteCommand = QuoteCommand.extend({ skipStock: z.boolean() });
export type RetryQuoteCommand = z.infer<typeof RetryQuoteCommand>;

/**
 * Input of the action that creates another quote with the same content. The form makes `newQuoteId`, so that a double
 * click creates one quote.
 */
export const DuplicateQuoteCommand = Quote.extend({ newQuoteId: QuoteId });
export type DuplicateQuoteCommand = z.infer<typeof DuplicateQuoteCommand>;

/**
 * Input of the action that finds the open quotes of a phone number. `except` is the quote that the screen already
 * shows, so it is left out of the result; null if the screen shows no quote.
 */
export const FindOpenQuotesCommand = z.object({
  installId: InstallId,
  phone: Text.max(40),
  except: QuoteId.nullable(),
});
export type FindOpenQuotesCommand = z.infer<typeof FindOpenQuotesCommand>;

/** Content of the form that the customer submits on the acceptance page (application/x-www-form-urlencoded). */
export const CustomerAnswer = z.object({
  intent: z.enum(['open', 'accept', 'decline', 'request_change']),
  version: z.coerce.number().int().min(1).max(1_000_000),
  /** The last four digits of the customer's phone number, written with Latin, Arabic or other digits. */
  digits: Text.max(20),
  name: Text.max(255).optional(),
  message: Text.max(2000).optional(),
});
export type CustomerAnswer = z.infer<typeof CustomerAnswer>;
