import { z } from 'zod';
import { renewedMax } from '@/lib/quotes/rate/rate-view';
import { CurrencyCode, QuoteId, SendQuoteCommand } from '@/lib/quotes/quote-commands';
import { InstallId } from 'commerce-platform-client/contract/ids';

/**
 * Input of the action that changes the store's rate of a pair of currencies. `stepMinor` is in minor units of `other`.
 * If `rate` is null, the rate is removed. `seenAt` is the time of the last change that the form showed; null if the
 * pair had no rate.
 */
export const SetRateCommand = z.object({
  installId: InstallId,
  one: CurrencyCode,
  other: CurrencyCode,
  rate: SendQuoteCommand.shape.rateSeen.unwrap().unwrap().shape.rate.nullable(),
  stepMinor: z.int().positive().max(1_000_000_000),
  limitPermille: SendQuoteCommand.shape.ratePermille.unwrap().unwrap().nullable(),
  seenAt: z.iso.datetime().nullable(),
});
export type SetRateCommand = z.infer<typeof SetRateCommand>;

/**
 * Input of the action that renews the prices of quotes. `version` and `totalMinor` are the version and the new total of
 * a quote in the preview. If one of them has changed since the preview, the quote is not renewed.
 */
export const RenewQuotesCommand = z.object({
  installId: InstallId,
  quotes: z
    .array(z.object({ quoteId: QuoteId, version: z.int().min(1), totalMinor: z.int().min(0) }))
    .min(1)
    .max(renewedMax),
});
export type RenewQuotesCommand = z.infer<typeof RenewQuotesCommand>;
