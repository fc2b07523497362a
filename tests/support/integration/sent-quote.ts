import type { InstallContext } from '@/lib/installs/require-install.server';
import { sendQuote, type SentQuote } from '@/lib/quotes/send-quote.server';
import { quoteCommand, type Sending } from './quote-command';

/** Sends a quote as a merchant would who has just opened its form. Throws if the quote is not sent. */
export async function sentQuote(context: InstallContext, sending: Sending = {}): Promise<SentQuote> {
  const command = quoteCommand(context.installId, sending);
  const outcome = await sendQuote(context, { ...command, ...(await seenQuote(context, command.quoteId)) });
  if (outcome.code !== 'succeeded') throw new Error(`not sent: ${JSON.stringify(outcome)}`);
  return outcome.result;
}

/**
 * Returns what a newly opened form loads of a quote: its version (0 if it was not sent), and whether it is withdrawn.
 */
export async function seenQuote({ installId, db }: InstallContext, quoteId: string) {
  const where = { installId_id: { installId, id: quoteId } };
  const quote = await db.transaction((tx) => tx.quote.findUnique({ where }));
  return { version: quote?.version ?? 0, isWithdrawn: quote?.state === 'withdrawn' };
}
