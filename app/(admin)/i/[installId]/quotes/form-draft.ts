import type { ServerDraft } from '@/components/orders/new-order/draft/server-draft';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { QuoteId } from '@/lib/quotes/quote-commands';
import { readQuote } from '@/lib/quotes/read-quote.server';
import { readDraft } from '@/lib/quotes/save-draft.server';

/**
 * Reads the draft of a quote for the order form. Returns 'over' if the sales order of the quote exists or may exist,
 * because the draft can then no longer be edited. Returns null if there is no such draft.
 */
export async function openFormDraft(
  context: InstallContext,
  quoteId: QuoteId,
): Promise<ServerDraft | 'over' | null> {
  const view = await readQuote(context, quoteId);
  if (!view) return null;
  const mayBeOrder = view.state === 'needs_attention' && !view.can.retry;
  if (mayBeOrder || view.state === 'accepted' || view.state === 'converted') return 'over';
  const stored = await readDraft(context, quoteId);
  return (
    stored && {
      draftId: quoteId,
      revision: stored.revision,
      draft: stored.draft,
      isSent: view.version > 0,
    }
  );
}
