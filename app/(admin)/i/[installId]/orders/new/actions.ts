'use server';

import type { z } from 'zod';
import { matchMessage } from '@/lib/catalogue/match-message.server';
import { MatchMessageCommand, type MessageMatchOutcome } from '@/lib/catalogue/message-match';
import { CreateOrderCommand, type CreateOrderOutcome } from '@/lib/orders/new-order/create-order';
import { createOrderOfDraft } from '@/lib/quotes/quote-order.server';
import { limitCostlyActions } from '@/lib/system/http/costly-actions';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Limit of matching pasted chat messages with the catalogue (S13). Each match searches the whole catalogue. */
const matches = limitCostlyActions({ perMinute: 30 });

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
    (context, message) => matches.run(context.installId, () => matchMessage(context, message)),
  );
}
