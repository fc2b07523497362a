import type { ServerDraft } from '@/components/orders/new-order/draft/server-draft';
import { stockFixes, withStockFixes } from '@/components/quotes/detail/stock-fix';
import { offerOf } from '@/components/orders/new-order/lines/draft-line-of';
import { findVariants } from '@/lib/catalogue/find-variants.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import type { QuoteId } from '@/lib/quotes/quote-commands';
import { readQuote } from '@/lib/quotes/read-quote.server';
import { readDraft } from '@/lib/quotes/save-draft.server';

/** The sent quote that the user is changing, with the data that the form shows about it. */
export type ChangedQuote = {
  quoteId: string;
  number: string;
  /** The version that was sent last. */
  version: number;
  isWithdrawn: boolean;
  /**
   * Rate limit of the sent version: how far the exchange rate may move before the quote is no longer valid, in
   * thousandths. Null if the version has no limit.
   */
  ratePermille: number | null;
  /** The change that the customer requested; null if there is no open request. */
  request: { at: string; message: string | null } | null;
};

/**
 * Draft of a quote, for the order form. If the draft changes a quote that was already sent, `changes` is the
 * sent quote. If no version of the quote was sent yet, `changes` is null.
 */
export type FormDraft = { initial: ServerDraft; changes: ChangedQuote | null };

/**
 * Reads the draft of a quote for the order form, with the current stock and store prices. Returns null if the draft
 * does not exist. Returns 'over' if the draft can no longer be edited, because the sales order of the quote exists or
 * may exist.
 *
 * With `isStockFitted`, the quantities of lines that lack stock are reduced to the available stock (stockFixes).
 */
export async function openFormDraft(
  context: InstallContext,
  quoteId: QuoteId,
  { pricingCurrency }: Pick<ComposerStore, 'pricingCurrency'>,
  { isStockFitted = false } = {},
): Promise<FormDraft | 'over' | null> {
  const view = await readQuote(context, quoteId);
  if (!view) return null;
  const mayBeOrder = view.state === 'needs_attention' && !view.can.retry;
  if (mayBeOrder || view.state === 'accepted' || view.state === 'converted') return 'over';
  const stored = await readDraft(context, quoteId);
  if (!stored) return null;
  const fixes = isStockFitted ? stockFixes(view) : [];
  const { number, changeRequested, events } = view;
  const request = changeRequested ? events.find(({ kind }) => kind === 'change_requested') : undefined;
  return {
    initial: {
      draftId: quoteId,
      revision: stored.revision,
      draft: await withOffers(context, withStockFixes(stored.draft, fixes), pricingCurrency),
      isSent: view.version > 0,
      isFitted: fixes.length > 0,
    },
    changes:
      number === null
        ? null
        : {
            quoteId,
            number,
            version: view.version,
            isWithdrawn: view.state === 'withdrawn',
            ratePermille: view.content?.rateLimit?.permille ?? null,
            request: request ?? null,
          },
  };
}

/**
 * Fills each catalogue line with the current stock and store price from our mirror (copy). A stored draft has
 * the stock and price from the time when it was saved. A draft that was made from a sent version has no stock
 * and no price. If the variant of a line is not in the mirror, the line does not change.
 */
export async function withOffers(
  { db, installId, scopes }: InstallContext,
  draft: NewOrderDraft,
  pricing: ComposerStore['pricingCurrency'],
): Promise<NewOrderDraft> {
  const ids = draft.lines.flatMap(({ variantId }) => variantId ?? []);
  const found = await db.transaction((tx) => findVariants(tx, installId, ids));
  const seesStock = scopes.has('inventory:read');
  return {
    ...draft,
    lines: draft.lines.map((line) => {
      const variant = line.variantId === null ? undefined : found.get(line.variantId);
      return variant ? { ...line, ...offerOf(variant.hit(seesStock), pricing) } : line;
    }),
  };
}
