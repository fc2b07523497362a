import type { ComponentProps } from 'react';
import { SendQuoteDialog } from '@/components/quotes/send-quote-dialog';
import type { QuoteRate } from '@/components/quotes/send-quote-form';
import type { ComposerStore } from '@/lib/orders/new-order/new-order-draft';
import { rateOfPrices } from '@/lib/quotes/rate/rate-of-prices';
import { sumLinesMinor } from 'commerce-platform-client/contract/sum-lines';
import type { ChangedQuote } from '@/app/(admin)/i/[installId]/quotes/form-draft';

type DialogProps = ComponentProps<typeof SendQuoteDialog>;

type QuoteDialogProps = Omit<DialogProps, 'rate' | 'total'> & {
  /** Number of decimal places of the order's currency. */
  decimals: number;
  pricingCurrency: ComposerStore['pricingCurrency'];
  /** The exchange rates that users of the store typed. */
  rates: QuoteRate[];
  /** The sent quote that the form changes; undefined for a new quote. */
  changes: ChangedQuote | undefined;
};

/**
 * Dialog to send the order of the form as a quote. This module computes the total and the exchange rate, so that the
 * first load of the form does not include their code.
 */
export function QuoteDialog({ decimals, pricingCurrency, rates, changes, ...dialog }: QuoteDialogProps) {
  const rate = rateOfPrices(rates, dialog.order.currency, pricingCurrency.code);
  return (
    <SendQuoteDialog
      {...dialog}
      // With the rate, the form suggests a rate limit (how far the exchange rate may move before the quote is no longer
      // valid). For a quote that was sent before, the form suggests the limit of the sent version.
      rate={rate ? { ...rate, ...(changes && { limitPermille: changes.ratePermille }) } : null}
      total={totalOf(dialog.order, decimals)}
    />
  );
}

/** Computes the total of an order by the same rules as the platform (platform: POST /orders). */
function totalOf({ items, discount, shipping, currency }: DialogProps['order'], decimals: number) {
  const sumMinor = sumLinesMinor(items) ?? 0;
  return {
    currency,
    decimals,
    amount_minor: sumMinor - (discount?.amount_minor ?? 0) + shipping.amount_minor,
  };
}
