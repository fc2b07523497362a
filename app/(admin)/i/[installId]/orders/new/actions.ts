'use server';

import type { z } from 'zod';
import { matchMessage } from '@/lib/catalogue/match-message.server';
import { MatchMessageCommand, type MessageMatchOutcome } from '@/lib/catalogue/message-match';
import { CreateOrderCommand, type CreateOrderOutcome } from '@/lib/orders/new-order/create-order';
import { createOrderOfDraft } from '@/lib/quotes/quote-order.server';
import { createFairShares, ShareTimeout } from '@/lib/system/fair-shares';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Rate limit per install for matching a pasted chat message with the catalogue: a burst of 30, then 30 a
 * minute (S13). The limit exists because each match searches the whole catalogue.
 */
const matches = createTokenBuckets({ capacity: 30, refillPerSecond: 30 / 60, keysMax: 10_000 });

/**
 * Limits each install to one match of a pasted message at a time in this process. A match keeps one CPU core
 * of the database busy, so several matches of one install would leave no core for other installs.
 */
const oneMatch = createFairShares({ share: 1, waitMs: 10_000, waitersMax: 60 });

/** Creates a sales order from the new order form. */
export async function createOrderAction(
  command: z.input<typeof CreateOrderCommand>,
): Promise<CreateOrderOutcome> {
  return runCommand('agree_prices', CreateOrderCommand, command, createOrderOfDraft, 'order');
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
      if (waitSeconds > 0) return { code: 'busy', status: 429, waitSeconds };
      try {
        return await oneMatch.run(context.installId, () => matchMessage(context, message));
      } catch (error) {
        if (error instanceof ShareTimeout) return { code: 'busy', status: 429, waitSeconds: 10 };
        throw error;
      }
    },
  );
}
