'use server';

import type { z } from 'zod';
import { matchMessage } from '@/lib/catalogue/match-message.server';
import { MatchMessageCommand, type MessageMatchOutcome } from '@/lib/catalogue/message-match';
import { createOrder } from '@/lib/orders/new-order/create-order.server';
import { CreateOrderCommand, type CreateOrderOutcome } from '@/lib/orders/new-order/create-order';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Creates an order from the form. */
export async function createOrderAction(
  command: z.input<typeof CreateOrderCommand>,
): Promise<CreateOrderOutcome> {
  return runCommand(CreateOrderCommand, command, createOrder, 'order');
}

/** Matches a pasted message with the catalogue; writes nothing. */
export async function matchMessageAction(
  command: z.input<typeof MatchMessageCommand>,
): Promise<MessageMatchOutcome> {
  return runCommand(MatchMessageCommand, command, matchMessage);
}
