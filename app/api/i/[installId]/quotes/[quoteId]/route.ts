import { QuoteId } from '@/lib/quotes/quote-commands';
import { readQuote } from '@/lib/quotes/read-quote.server';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** One quote with all that is known of it. */
export const GET = readRoute<{ installId: string; quoteId: string }>(async (context, _, { quoteId }) => {
  const id = QuoteId.safeParse(quoteId);
  return (id.success ? await readQuote(context, id.data) : null) ?? answer(404, 'not_found');
});
