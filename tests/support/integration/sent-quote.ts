import type { InstallContext } from '@/lib/installs/require-install.server';
import { sendQuote, type SentQuote } from '@/lib/quotes/send-quote.server';
import { quoteCommand, type Sending } from './quote-command';

/** Sends a quote, as a merchant would. Throws if the quote is not sent. */
export async function sentQuote(context: InstallContext, sending: Sending = {}): Promise<SentQuote> {
  const outcome = await sendQuote(context, quoteCommand(context.installId, sending));
  if (outcome.code !== 'succeeded') throw new Error(`not sent: ${JSON.stringify(outcome)}`);
  return outcome.result;
}
