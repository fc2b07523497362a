'use server';

import { createOrder } from '@/lib/orders/create-order.server';
import { CreateOrderCommand, type CreateOrderOutcome } from '@/lib/orders/create-order';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** The form's button. */
export async function createOrderAction(command: unknown): Promise<CreateOrderOutcome> {
  return runCommand(CreateOrderCommand, command, createOrder, 'order');
}
