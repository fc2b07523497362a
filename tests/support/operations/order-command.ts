import { randomUUID } from 'node:crypto';
import { CreateOrderCommand } from '@/lib/orders/new-order/create-order';
import type { CreateOrderInput } from 'commerce-platform-client/contract/orders';
import type { InstallId } from 'commerce-platform-client/contract/ids';

/** Returns a command that creates a pickup order with one custom line and payment on delivery, as the form posts it. */
export function orderCommand(
  installId: InstallId,
  change: Partial<CreateOrderInput> = {},
  operationId: string = randomUUID(),
): CreateOrderCommand {
  return CreateOrderCommand.parse({
    installId,
    operationId,
    order: {
      currency: 'SYP',
      items: [{ name: 'تغليف هدية', quantity: 2, unit_price_minor: 15_000 }],
      shipping: { amount_minor: 0, method: 'pickup' },
      customer: { name: 'سلمى الخطيب', phone: '+963944123456' },
      payment_method: 'cod',
      ...change,
    },
  });
}
