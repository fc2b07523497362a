'use server';

import type { z } from 'zod';
import { matchMessage } from '@/lib/catalogue/match-message.server';
import { MatchMessageCommand, type MessageMatchOutcome } from '@/lib/catalogue/message-match';
import { createOrder } from '@/lib/orders/new-order/create-order.server';
import { CreateOrderCommand, type CreateOrderOutcome } from '@/lib/orders/new-order/create-order';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Rate limit per install for matching a pasted message: a burst of 30, then 30 a minute (S13). There is a limit because
 * each match searches the whole catalogue.
 */
const matches = createTokenBuckets({ capacity: 30, refillPerSecond: 30 / 60, keysMax: 10_000 });

/** Creates a sales order from the new order form. */
export async function createOrderAction(
  command: z.input<typeof CreateOrderCommand>,
): Promise<CreateOrderOutcome> {
  return runCommand('agree_prices', CreateOrderCommand, command, createOrder, 'order');
}

/** Finds the catalogue items that a pasted chat message names. Writes nothing. */
export async function matchMessageAction(
  command: z.input<typeof MatchMessageCommand>,
): Promise<MessageMatchOutcome> {
  return runCommand<MatchMessageCommand, MessageMatchOutcome>(
    'agree_prices',
    MatchMessageCommand,
    command,
    async (context, message) => {
      const waitSeconds = matches.take(context.installId);
      return waitSeconds > 0 ? { code: 'busy', status: 429, waitSeconds } : matchMessage(context, message);
    },
  );
}
