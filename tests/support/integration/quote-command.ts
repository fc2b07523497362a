import { randomUUID } from 'node:crypto';
import type { CreateOrderInput } from 'commerce-platform-client/contract/orders';
import { SendQuoteCommand } from '@/lib/quotes/quote-commands';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { orderCommand } from '@/tests/support/operations/order-command';

/** The last four phone digits of the customer in `orderCommand`. The customer enters them on the acceptance page. */
export const digits = '3456';

export type Sending = {
  order?: Partial<CreateOrderInput>;
  quoteId?: string;
  version?: number;
  validUntil?: string;
};

/**
 * Returns a command that sends a quote, valid for seven days by default. With the id and the version of a sent quote,
 * the command sends another version of that quote.
 */
export function quoteCommand(installId: InstallId, sending: Sending = {}): SendQuoteCommand {
  const { order, quoteId = randomUUID(), version = 0, validUntil = dayIn(7) } = sending;
  const { operationId, order: body } = orderCommand(installId, order);
  return SendQuoteCommand.parse({ installId, quoteId, version, operationId, order: body, validUntil });
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
